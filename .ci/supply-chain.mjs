// What the product is made of: that nothing in it runs at install, that the lockfile pins every package by its content,
// that packages released together are of one version, that no known hole is in what is shipped, and a list of it all
// (CycloneDX) as `sbom.cdx.json`.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const read = (path) => JSON.parse(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'));
const say = (text) => void process.stdout.write(`${text}\n`);
const problems = [];

const { allowScripts } = read('package.json');
// Ours are in the repository: `packages/` and the links to them.
const packages = Object.entries(read('package-lock.json').packages).filter(
  ([path, { link }]) => path.startsWith('node_modules/') && !link,
);
for (const [path, { hasInstallScript, integrity, resolved }] of packages) {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  // Named there with `false`: known, and works without its script.
  if (hasInstallScript && allowScripts[name] !== false) problems.push(`${name} wants to run a script at install`);
  if (!integrity?.startsWith('sha512-')) problems.push(`${path} is not pinned by its content`);
  if (resolved && !resolved.startsWith('https://registry.npmjs.org/')) problems.push(`${path} comes from ${resolved}`);
}

// Each family is released together, and tested by its makers in that combination alone.
const families = [
  /^(prisma|@prisma\/(adapter-pg|client|client-runtime-utils|config|debug|driver-adapter-utils|engines|fetch-engine|get-platform))$/,
  /^@opentelemetry\/(core|resources|sdk-metrics|sdk-trace|sdk-trace-base)$/,
  /^@opentelemetry\/(api-logs|exporter-.*|otlp-.*|sdk-logs)$/,
  /^(vitest|@vitest\/.*)$/,
  /^(esbuild|@esbuild\/.*)$/,
  /^@biomejs\//,
  // Loaded twice, neither knows the other's types.
  /^graphql$/,
];
for (const family of families) {
  const members = packages
    .map(([path, { version }]) => [path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length), version])
    .filter(([name]) => family.test(name));
  const versions = new Set(members.map(([, version]) => version));
  if (versions.size > 1) problems.push(`not of one version: ${members.map((member) => member.join('@')).join(', ')}`);
}

const audit = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8' });
const { metadata, vulnerabilities = {} } = parsed(audit.stdout);
if (!metadata) say('npm audit: the registry does not answer it here, so known holes were not looked for.');
for (const { name, severity } of Object.values(vulnerabilities)) {
  const isSerious = severity === 'high' || severity === 'critical';
  if (isSerious) problems.push(`${name} has a known hole (${severity})`);
  else say(`npm audit: ${name} (${severity})`);
}

const sbom = execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--omit=dev'], { encoding: 'utf8' });
const target = process.argv[2] ?? 'sbom.cdx.json';
writeFileSync(target, sbom);
say(`${packages.length} packages locked, ${JSON.parse(sbom).components.length} of them shipped: ${target}`);

for (const problem of problems) say(problem);
process.exitCode = problems.length > 0 ? 1 : 0;

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
