#ifndef SERIN_CARGON2_SHIM_H
#define SERIN_CARGON2_SHIM_H

#include <argon2.h>

#endif
