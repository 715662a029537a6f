// Runs a Python program in Pyodide, to which /input.zip is given and which leaves /output.zip.

const [pyodide, program, input, output] = Deno.args;
const { loadPyodide } = await import(`file://${pyodide}/pyodide.mjs`);
const python = await loadPyodide({
  indexURL: `${pyodide}/`,
  env: { PYTHONHASHSEED: '0' }, // sets are written in the order of their hashes
});
python.FS.writeFile('/input.zip', Deno.readFileSync(input));
python.runPython(Deno.readTextFileSync(program));
Deno.writeFileSync(output, python.FS.readFile('/output.zip'));
