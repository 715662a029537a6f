// Starts the referee and the bots from their artefacts as a browser's worker does, and has a Python
// module carry out a task: reads task.pickle in a folder, writes answer.pickle.

const [files, module, folder] = Deno.args;
const { loadPyodide } = await import(`file://${files}/pyodide.mjs`);
const host = JSON.parse(Deno.readTextFileSync(`${files}/host.json`));
const python = await loadPyodide({
  indexURL: `${files}/`,
  stdLibURL: `${files}/referee.zip`,
  lockFileContents: host.lock,
});
python.unpackArchive(Deno.readFileSync(`${files}/bots.zip`), 'zip', { extractDir: '/bots' });
for (const [file, path] of Object.entries(host.values)) {
  python.FS.writeFile(`/bots/${path}`, Deno.readFileSync(`${files}/${file}`));
}
python.FS.mkdir('/task');
python.FS.writeFile('/task/task.py', Deno.readFileSync(module));
python.FS.writeFile('/task/task.pickle', Deno.readFileSync(`${folder}/task.pickle`));
python.globals.set('SHARED', python.toPy(host.shared));
python.runPython(`
import importlib, pickle, sys
sys.path += ['/bots', '/task']
for name in SHARED:
    importlib.import_module(name).__path__.append('/bots/' + name.replace('.', '/'))
import task
with open('/task/task.pickle', 'rb') as given:
    function, arguments = pickle.load(given)
with open('/task/answer.pickle', 'wb') as answer:
    pickle.dump(getattr(task, function)(*arguments), answer)
`);
Deno.writeFileSync(`${folder}/answer.pickle`, python.FS.readFile('/task/answer.pickle'));
