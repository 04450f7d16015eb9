/* Luminy for C and for languages that bind to C.
 *
 * Build the library with
 *   cargo rustc --release --lib --no-default-features --features capi --crate-type staticlib
 * or with --crate-type cdylib.
 *
 * Text is UTF-8 and ends with a zero byte. An engine and its query are used by one
 * thread at a time; only luminy_interrupt may be called from any thread. Text that a
 * function returns stays valid until the next call with the same engine; it is never
 * NULL.
 */
#ifndef LUMINY_H
#define LUMINY_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct luminy_engine luminy_engine;
typedef struct luminy_interrupter luminy_interrupter;

/* What a function that searches or loads has come to. */
enum luminy_status {
    LUMINY_ERROR = -1,  /* luminy_error tells what is wrong */
    LUMINY_NONE = 0,    /* there is no answer, or no further one */
    LUMINY_ANSWER = 1,  /* there is an answer, or it is loaded */
    LUMINY_PAUSED = 2   /* the steps are used up; luminy_add_steps, then luminy_next */
};

/* The version of this interface. It changes when something in it is taken away. */
#define LUMINY_INTERFACE 1
uint32_t luminy_interface(void);

/* A new engine, which reaches nothing outside of itself; NULL if that fails. */
luminy_engine *luminy_new(void);

/* Frees an engine and its query. NULL is let be. */
void luminy_free(luminy_engine *engine);

/* What each query from now on may use; 0 is no limit. */
void luminy_limit(luminy_engine *engine, uint64_t steps, uint64_t milliseconds, uint64_t bytes);

/* Loads text as if it were a file of this name, or nothing of it if there is an
 * error in it. It ends the query. LUMINY_ANSWER or LUMINY_ERROR. */
int luminy_load(luminy_engine *engine, const char *name, const char *text);

/* Starts a query in place of the one before. LUMINY_ANSWER if it is well formed,
 * which does not say that it has an answer, or LUMINY_ERROR. */
int luminy_query(luminy_engine *engine, const char *text);

/* Searches for the next answer of the query. Behind the last answer, and without a
 * query, it is LUMINY_NONE; behind an error, also one in the text of the query,
 * LUMINY_ERROR again and again, with the same error, until another query starts or
 * luminy_end is called. */
int luminy_next(luminy_engine *engine);

/* Allows more steps to a query that is paused. */
void luminy_add_steps(luminy_engine *engine, uint64_t steps);

/* Ends the query. */
void luminy_end(luminy_engine *engine);

/* The answer that luminy_next has just found, as text, such as "X = 1", and as an
 * object of JSON. Empty if it has found none. */
const char *luminy_text(luminy_engine *engine);
const char *luminy_json(luminy_engine *engine);

/* The last error as text, and as an object of JSON. Empty if there has been none. */
const char *luminy_error(luminy_engine *engine);
const char *luminy_error_json(luminy_engine *engine);

/* Interrupts the query of an engine from any thread. It outlives the engine. */
luminy_interrupter *luminy_interrupter_new(luminy_engine *engine);
void luminy_interrupt(const luminy_interrupter *interrupter);
void luminy_interrupter_free(luminy_interrupter *interrupter);

#ifdef __cplusplus
}
#endif

#endif
