// Carries out calls of functions in kernel.wasm: reads a memory and the calls from a folder, prints
// what the functions return and writes the memory as it is afterwards.

const [module, folder] = Deno.args;
const before = Deno.readFileSync(`${folder}/before`);
/** @type {[string, number[]][]} */
const calls = JSON.parse(Deno.readTextFileSync(`${folder}/calls.json`));

const PAGE = 1 << 16;
const memory = new WebAssembly.Memory({ initial: Math.ceil(before.length / PAGE) });
new Uint8Array(memory.buffer).set(before);
const none = new WebAssembly.Global({ value: 'i32' }, 0);
const stack = new WebAssembly.Global({ value: 'i32', mutable: true }, PAGE);
const env = { memory, __stack_pointer: stack, __memory_base: none, __table_base: none };
const { instance } = await WebAssembly.instantiate(Deno.readFileSync(module), { env });

const returned = calls.map(([name, words]) => {
  const call = /** @type {(...words: number[]) => number} */ (instance.exports[name]);
  return call(...words) ?? null;
});
console.log(JSON.stringify(returned));
Deno.writeFileSync(`${folder}/after`, new Uint8Array(memory.buffer, 0, before.length));
