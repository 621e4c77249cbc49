// Strict mode is not the default of the header. Without it the parser lets "Host : a" and a carriage return without a
// line feed pass, and two programs that read those differently can be made to disagree on where a request ends.
#define LLHTTP_STRICT_MODE 1
#include "/usr/share/llhttp/llhttp.c"
