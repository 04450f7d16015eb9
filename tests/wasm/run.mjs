// Runs the core in plain WebAssembly, without anything imported, by its interface for C.

import { readFile } from "node:fs/promises";

const { instance } = await WebAssembly.instantiate(await readFile(process.argv[2]), {});
const luminy = instance.exports;
const bytes = () => new Uint8Array(luminy.memory.buffer);

// Text for the core lies at the end of its memory, in a page of its own.
const page = luminy.memory.grow(1) * 65536;
function given(text, at) {
    const encoded = new TextEncoder().encode(text + "\0");
    bytes().set(encoded, page + at);
    return page + at;
}

function taken(pointer) {
    const end = bytes().indexOf(0, pointer);
    return new TextDecoder().decode(bytes().slice(pointer, end));
}

function expect(found, wanted) {
    if (found !== wanted) {
        throw new Error(`${found} in place of ${wanted}`);
    }
}

const engine = luminy.luminy_new();
const program = "len([], 0). len([_|T], N) :- len(T, M), N is M + 1. loop :- loop.";
expect(luminy.luminy_load(engine, given("len.pl", 0), given(program, 64)), 1);
expect(luminy.luminy_query(engine, given("len([a, b, c], N)", 0)), 1);
expect(luminy.luminy_next(engine), 1);
expect(taken(luminy.luminy_text(engine)), "N = 3");
luminy.luminy_end(engine);

expect(luminy.luminy_load(engine, given("fd.pl", 0), given(":- use_module(library(clpfd)).", 64)), 1);
expect(luminy.luminy_query(engine, given("X #> 3, X #< 6, label([X])", 0)), 1);
expect(luminy.luminy_next(engine), 1);
expect(taken(luminy.luminy_text(engine)), "X = 4");
luminy.luminy_end(engine);

// There is no clock, so that an endless loop is stopped by steps.
luminy.luminy_limit(engine, 100000n, 1000n, 0n);
expect(luminy.luminy_query(engine, given("loop", 0)), 1);
expect(luminy.luminy_next(engine), 2);
luminy.luminy_end(engine);
luminy.luminy_free(engine);
console.log("ok");
