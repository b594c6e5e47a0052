// What add_domain_user() needs from C++: a password in the form in which the server stores it.
#include "pg/pg.hpp"
#include "pg/text.hpp"

extern "C" {
#include "commands/user.h"
#include "libpq/crypt.h"
}

using namespace lakesoul;

LAKESOUL_FUNCTION(lakesoul_rbac_secret)
{
    const char *user_name = c_string(view_of_text(PG_GETARG_DATUM(0)));
    const char *password = c_string(view_of_text(PG_GETARG_DATUM(1)));
    PG_RETURN_TEXT_P(
        cstring_to_text(encrypt_password(static_cast<PasswordType>(Password_encryption), user_name, password)));
}
