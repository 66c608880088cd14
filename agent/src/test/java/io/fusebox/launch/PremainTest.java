package io.fusebox.launch;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

class PremainTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdk.jcmd/sun.tools.jstack.JStack 4711",
        "java.base/sun.security.tools.keytool.Main -list",
        "jdk.compiler/com.sun.tools.javac.Main A.java",
        "jdk.jfr/jdk.jfr.internal.tool.Main print x",
        "sun.tools.jstack.JStack 4711",
        "sun.security.tools.keytool.Main -list",
        "com.sun.tools.javac.Main"
      })
  void toolsOfTheJdkAreLeftAlone(String command) {
    assertTrue(Premain.isToolOfTheJdk(command));
  }

  @ParameterizedTest
  @NullAndEmptySource
  @ValueSource(
      strings = {
        "com.shop.Main --port 80",
        "app.jar /etc/jdk.conf",
        "my.module/com.shop.Main",
        "/opt/jdk.shop/app.jar",
        "java.apps/app.jar",
        "jdk.x/app.jar run",
        "jdk.shop/com.shop.Main",
        "jdk.a/jdk.internal.z/app",
        "com.sun.tools.svc.jar",
        "jdk.compiler/com.sun.tools.javac.launcher.Main One.java",
        "jdk.compiler/com.sun.tools.javac.launcher.SourceLauncher One.java",
        "org.apache.catalina.startup.Bootstrap start"
      })
  void servicesAreNot(String command) {
    assertFalse(Premain.isToolOfTheJdk(command));
  }
}
