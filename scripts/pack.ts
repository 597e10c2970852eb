/**
 * `npm run pack` compiles the published packages and writes their tarballs to `build/`, or to the given folder.
 * Inside the checkout, packages run from their TypeScript sources; `publishConfig` of each manifest lists the
 * differences of the tarball. Everything is staged outside the checkout, so that several runs do not disturb each
 * other.
 */
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { bundleServer, bundleSocialSdk, freshWebBuild, WEB_BUILD } from './builds.ts'
import { compilePrebuilt, PREBUILT } from './prebuilt.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('..', import.meta.url))
const TSC = join(root, 'node_modules/@typescript/native/bin/tsc')
/** Folders below packages/ with TypeScript, each after those that it depends on. */
const COMPILED = ['protocol', 'client', 'local-client', 'server', 'testing', 'social-sdk']
/** The compiled package whose code is bundled: it has many modules, and loading them one by one is slow. */
const SERVER = 'server'
/** The compiled package that has a bundle for Node too. Bundlers for pages choose from its modules. */
const SOCIAL_SDK = 'social-sdk'
/** The package that is bundled for browsers. */
const WEB = 'web'
const PACKAGES = [...COMPILED, WEB]
/** Library of the packages that hold nothing else. */
const LIBRARY = 'libguildhall-run.so'
/** Entries of `files` that are made here. */
const COMPILED_FILES = ['dist', LIBRARY]

interface Manifest {
  name: string
  version: string
  files: string[]
  publishConfig: { access: string; exports?: Record<string, string | { types: string }>; [key: string]: unknown }
  [key: string]: unknown
}

/** Builds every published package and returns the paths of the tarballs in `destination`. */
export async function packPackages(destination: string): Promise<string[]> {
  const stage = await mkdtemp(join(tmpdir(), 'guildhall-pack-'))
  try {
    await mkdir(destination, { recursive: true })
    const manifests = await Promise.all(PACKAGES.map(readManifest))
    const prebuilt = await packedPrebuilt(stage)
    await Promise.all([compileAll(stage, manifests), freshWebBuild()])
    await cp(WEB_BUILD, join(stage, WEB, 'dist'), { recursive: true })
    for (const [index, manifest] of manifests.entries()) {
      const name = PACKAGES[index] ?? ''
      await complete(name === SERVER ? withOptional(manifest, prebuilt) : manifest, name, stage)
    }
    // Those that others depend on come first, for the release.
    const folders = [...prebuilt.keys(), ...PACKAGES].map((name) => join(stage, name))
    const options = ['--ignore-scripts', '--json', '--pack-destination', destination]
    const { stdout } = await run('npm', ['pack', ...options, ...folders])
    return (JSON.parse(stdout) as { filename: string }[]).map(({ filename }) => join(destination, filename))
  } finally {
    await rm(stage, { recursive: true, force: true })
  }
}

/** Compiles the libraries that this machine can compile. Returns the manifests of their packages by folder. */
async function packedPrebuilt(stage: string): Promise<Map<string, Manifest>> {
  const packed = new Map<string, Manifest>()
  for (const { folder, architecture } of PREBUILT) {
    const manifest = await readManifest(folder)
    await mkdir(join(stage, folder))
    const missing = await compilePrebuilt(architecture, join(stage, folder, LIBRARY))
    if (missing !== null) {
      console.error(`left out: ${manifest.name}: ${missing}`)
      continue
    }
    await complete(manifest, folder, stage)
    packed.set(folder, manifest)
  }
  return packed
}

/** Returns the manifest of the server with the packages of the compiled libraries. */
function withOptional(manifest: Manifest, prebuilt: ReadonlyMap<string, Manifest>): Manifest {
  const versions = Object.fromEntries([...prebuilt.values()].map(({ name, version }) => [name, version]))
  return {
    ...manifest,
    optionalDependencies: { ...(manifest.optionalDependencies as object | undefined), ...versions },
  }
}

async function readManifest(name: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(root, 'packages', name, 'package.json'), 'utf8')) as Manifest
}

async function compileAll(stage: string, manifests: readonly Manifest[]): Promise<void> {
  await bundleServer('rolldown.published.config.js', join(stage, SERVER, 'dist'))
  await bundleSocialSdk(join(stage, SOCIAL_SDK, 'dist/node'))
  for (const name of COMPILED) await compile(name, stage, manifests)
}

/** Compiles one package to `dist` of its stage; it sees the others by their declarations there. */
async function compile(name: string, stage: string, manifests: readonly Manifest[]): Promise<void> {
  const source = join(root, 'packages', name, 'src')
  const paths = manifests.flatMap(({ name, publishConfig }, index) =>
    Object.entries(publishConfig.exports ?? {}).flatMap(([entry, file]) =>
      typeof file === 'string' ? [] : [[join(name, entry), [join(stage, PACKAGES[index] ?? '', file.types)]]],
    ),
  )
  const configuration = {
    extends: join(root, 'tsconfig.build.json'),
    compilerOptions: {
      rootDir: source,
      outDir: join(stage, name, 'dist'),
      paths: Object.fromEntries(paths),
      typeRoots: [join(root, 'node_modules/@types')],
      emitDeclarationOnly: name === SERVER,
    },
    include: [source],
    exclude: [join(source, '**/*.test.ts'), join(source, '**/*.type-test.ts')],
  }
  const file = join(stage, `tsconfig.${name}.json`)
  await writeFile(file, JSON.stringify(configuration))
  try {
    // Several threads take twice the processor time: each of them works out the same types.
    await run(process.execPath, [TSC, '-p', file, '--singleThreaded'])
  } catch (error) {
    const { stdout = '' } = error as { stdout?: string }
    throw new Error(`packages/${name} does not compile:\n${stdout}`, { cause: error })
  }
}

/**
 * Adds the files beside those that are compiled: the other listed files, README, licence, and the manifest as it is
 * published.
 */
async function complete(manifest: Manifest, folder: string, stage: string): Promise<void> {
  const [from, to] = [join(root, 'packages', folder), join(stage, folder)]
  for (const entry of manifest.files.filter((name) => !COMPILED_FILES.includes(name))) {
    await mkdir(dirname(join(to, entry)), { recursive: true })
    await cp(join(from, entry), join(to, entry), { recursive: true })
  }
  await cp(join(from, 'README.md'), join(to, 'README.md'))
  await cp(join(root, 'LICENSE'), join(to, 'LICENSE'))
  const { publishConfig, devDependencies: _, scripts: __, ...rest } = manifest
  const { access, ...published } = publishConfig
  const complete = { ...rest, ...published, publishConfig: { access } }
  await writeFile(join(to, 'package.json'), `${JSON.stringify(complete, null, 2)}\n`)
}

if (import.meta.main) {
  for (const file of await packPackages(resolve(process.argv[2] ?? join(root, 'build')))) console.log(file)
}
