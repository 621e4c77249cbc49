// llhttp, Node's HTTP parser, as Debian's package node-llhttp ships it.
#include "llhttp.h"
