#ifndef SERIN_COPENSSL_SHIM_H
#define SERIN_COPENSSL_SHIM_H

#include <openssl/evp.h>

#endif
