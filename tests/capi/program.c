/* A program in C that uses Luminy; it prints "ok" if all is as it should be. */
#include "luminy.h"

#include <stdio.h>
#include <string.h>

#define CHECK(condition)                                             \
    do {                                                             \
        if (!(condition)) {                                          \
            printf("line %d: %s\n", __LINE__, #condition);           \
            return 1;                                                \
        }                                                            \
    } while (0)

int main(void) {
    CHECK(luminy_interface() == LUMINY_INTERFACE);
    luminy_engine *engine = luminy_new();
    CHECK(engine != NULL);
    CHECK(luminy_load(engine, "family.pl", "parent(tom, bob). parent(tom, liz).") == LUMINY_ANSWER);

    CHECK(luminy_query(engine, "parent(tom, X)") == LUMINY_ANSWER);
    CHECK(luminy_next(engine) == LUMINY_ANSWER);
    CHECK(strcmp(luminy_text(engine), "X = bob") == 0);
    CHECK(strstr(luminy_json(engine), "\"values\":{\"X\":{\"atom\":\"bob\"}}") != NULL);
    CHECK(luminy_next(engine) == LUMINY_ANSWER);
    CHECK(luminy_next(engine) == LUMINY_NONE);
    CHECK(strcmp(luminy_text(engine), "") == 0 && strcmp(luminy_json(engine), "") == 0);
    CHECK(luminy_next(engine) == LUMINY_NONE);
    CHECK(strcmp(luminy_error(engine), "") == 0);

    CHECK(luminy_load(engine, "bad.pl", "p(1). p(.") == LUMINY_ERROR);
    CHECK(strstr(luminy_error(engine), "bad.pl:1") != NULL);
    CHECK(luminy_query(engine, "foo(") == LUMINY_ERROR);
    CHECK(strstr(luminy_error_json(engine), "\"kind\":\"syntax\"") != NULL);
    CHECK(luminy_next(engine) == LUMINY_ERROR);
    CHECK(luminy_query(engine, "member(X, [1, foo]), _ is X + 1") == LUMINY_ANSWER);
    CHECK(luminy_next(engine) == LUMINY_ANSWER);
    CHECK(strcmp(luminy_text(engine), "X = 1") == 0);
    CHECK(luminy_next(engine) == LUMINY_ERROR);
    CHECK(strcmp(luminy_text(engine), "") == 0 && strcmp(luminy_json(engine), "") == 0);
    CHECK(luminy_next(engine) == LUMINY_ERROR);
    CHECK(strstr(luminy_error_json(engine), "\"code\":\"E0304\"") != NULL);
    luminy_end(engine);
    CHECK(luminy_next(engine) == LUMINY_NONE);
    CHECK(luminy_query(engine, "shell('true')") == LUMINY_ANSWER);
    CHECK(luminy_next(engine) == LUMINY_ERROR);

    luminy_limit(engine, 1000, 0, 0);
    CHECK(luminy_query(engine, "between(1, inf, X), X > 1500") == LUMINY_ANSWER);
    CHECK(luminy_next(engine) == LUMINY_PAUSED);
    luminy_add_steps(engine, 1000);
    CHECK(luminy_next(engine) == LUMINY_ANSWER);
    CHECK(strcmp(luminy_text(engine), "X = 1501") == 0);
    luminy_end(engine);

    luminy_limit(engine, 0, 0, 0);
    luminy_interrupter *interrupter = luminy_interrupter_new(engine);
    luminy_interrupt(interrupter);
    CHECK(luminy_query(engine, "repeat, fail") == LUMINY_ANSWER);
    CHECK(luminy_next(engine) == LUMINY_ERROR);
    CHECK(strcmp(luminy_error(engine), "interrupted") == 0);
    luminy_free(engine);
    luminy_interrupt(interrupter);
    luminy_interrupter_free(interrupter);
    luminy_free(NULL);
    CHECK(luminy_next(NULL) == LUMINY_ERROR);
    puts("ok");
    return 0;
}
