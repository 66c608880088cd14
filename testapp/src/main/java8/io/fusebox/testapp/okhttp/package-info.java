/** Programs that call through OkHttp, in whichever version is on their class path. */
package io.fusebox.testapp.okhttp;
