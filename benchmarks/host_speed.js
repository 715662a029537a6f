// Times one function of a module, again and again for so many seconds: prints what it returns and
// the shortest time in seconds.

const [module, memoryFile, name, words, seconds] = Deno.args;
const before = Deno.readFileSync(memoryFile);
const PAGE = 1 << 16;
const memory = new WebAssembly.Memory({ initial: Math.ceil(before.length / PAGE) });
new Uint8Array(memory.buffer).set(before);
const none = new WebAssembly.Global({ value: 'i32' }, 0);
const stack = new WebAssembly.Global({ value: 'i32', mutable: true }, PAGE);
const env = { memory, __stack_pointer: stack, __memory_base: none, __table_base: none };
const { instance } = await WebAssembly.instantiate(Deno.readFileSync(module), { env });
const call = /** @type {(...words: number[]) => number} */ (instance.exports[name]);

/** @type {number[]} */
const given = JSON.parse(words);
const end = performance.now() + 1000 * Number(seconds);
let best = Infinity;
let found = 0;
while (performance.now() < end) {
  const start = performance.now();
  found = call(...given);
  best = Math.min(best, performance.now() - start);
}
console.log(JSON.stringify({ found, seconds: best / 1000 }));
