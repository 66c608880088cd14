package io.fusebox.testapp.demo;

/** The calls of the demo, one after the other. */
enum Step {
  CHARGE(
      "charge",
      "/pay/charges",
      "1. Somebody pays. The payment server accepts the call and never answers."),
  RECEIPT("receipt", "/pay/receipt", "2. A receipt. The server sends ten bytes, one each 300 ms."),
  STATEMENT(
      "statement",
      "/pay/statement",
      "3. A statement. The server sends the head and one byte, then nothing more.");

  final String user;
  final String path;
  final String heading;

  Step(String user, String path, String heading) {
    this.user = user;
    this.path = path;
    this.heading = heading;
  }

  static String pathOf(String user) {
    for (Step step : values()) {
      if (step.user.equals(user)) {
        return step.path;
      }
    }
    return "";
  }
}
