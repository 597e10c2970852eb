/** The Chromium that tests run the app in: the one of the package @sparticuz/chromium, or one that is named. */
import { execFile } from 'node:child_process'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform, tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createBrotliDecompress } from 'node:zlib'

const run = promisify(execFile)
/** Path of another Chromium, for systems without a packaged one. */
const BROWSER = 'GUILDHALL_TEST_BROWSER'
/** Files of the package, and the folders that their contents get. */
const BINARY = 'chromium'
const LIBRARIES = 'al2023'
const FONTS = 'fonts'

export interface InstalledChromium {
  readonly path: string
  /** Environment of its process. */
  readonly env: Record<string, string>
}

/** Reason why this system has no browser for tests; false if it has one. */
export const NO_BROWSER: string | false =
  process.env[BROWSER] || (platform() === 'linux' && arch() === 'x64')
    ? false
    : `no packaged Chromium for ${platform()} ${arch()}; ${BROWSER} can name one`

/**
 * Returns the Chromium of this system. The packaged one is decompressed once into the temporary folder. It is complete
 * before it appears under its name, because test files run side by side.
 */
export async function installedChromium(): Promise<InstalledChromium> {
  const inherited = Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
  const named = process.env[BROWSER]
  if (named) return { path: named, env: inherited }
  const packaged = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '../..')
  const { version } = JSON.parse(await readFile(join(packaged, 'package.json'), 'utf8')) as { version: string }
  const { uid } = userInfo()
  const folder = join(tmpdir(), `guildhall-chromium-${version}-${uid}`)
  if (!existsSync(folder)) await unpack(join(packaged, 'bin'), folder)
  if ((await stat(folder)).uid !== uid) throw new Error(`${folder} belongs to another user`)
  const [libraries, fonts] = [join(folder, LIBRARIES, 'lib'), join(folder, FONTS)]
  return {
    path: join(folder, BINARY),
    env: {
      ...inherited,
      ...(existsSync(libraries) && { LD_LIBRARY_PATH: libraries }),
      ...(existsSync(fonts) && { FONTCONFIG_PATH: fonts }),
    },
  }
}

async function unpack(source: string, folder: string): Promise<void> {
  const stage = await mkdtemp(`${folder}-`)
  try {
    const path = join(stage, BINARY)
    await decompress(join(source, `${BINARY}.br`), path)
    await chmod(path, 0o700)
    // Minimal systems lack some libraries and all fonts.
    if ((await run('ldd', [path])).stdout.includes('not found')) await unpackArchive(source, LIBRARIES, stage)
    if (!existsSync('/etc/fonts/fonts.conf')) {
      await unpackArchive(source, FONTS, stage)
      const configuration = `<fontconfig><dir>${join(folder, FONTS)}</dir></fontconfig>`
      await writeFile(join(stage, FONTS, 'fonts.conf'), configuration)
    }
    await rename(stage, folder)
  } catch (error) {
    await rm(stage, { recursive: true, force: true })
    // Another test file may have been faster.
    if (!existsSync(folder)) throw error
  }
}

async function unpackArchive(source: string, name: string, stage: string): Promise<void> {
  const archive = join(stage, `${name}.tar`)
  await decompress(join(source, `${name}.tar.br`), archive)
  await mkdir(join(stage, name))
  await run('tar', ['-xf', archive, '-C', join(stage, name)])
  await rm(archive)
}

async function decompress(from: string, to: string): Promise<void> {
  await pipeline(createReadStream(from), createBrotliDecompress(), createWriteStream(to))
}
