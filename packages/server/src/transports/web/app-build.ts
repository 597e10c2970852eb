import { createHash } from 'node:crypto'
import { type FileHandle, open, readFile, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { typeOfName } from '../../media/content-type.ts'
import { acceptedEncodings } from './accepted-encoding.ts'
import type { RelayHashes } from './page-policy.ts'

/** Placeholders in `index.html`. */
const NONCE = '__CSP_NONCE__'
const ACTIVITIES = '__ACTIVITIES_DOMAIN__'
/** Inline script and style between the app and an activity, which the bundler copies for their hashes. */
const RELAY_FILES = ['relay.js', 'relay.css']
/** Names as the bundler writes them: no folders and no hidden files. */
const FILE_NAME = /^\w[\w.-]{0,199}$/

/** One file of the build, open for reading. */
export interface BuiltFile {
  readonly contentType: string
  readonly contentEncoding: string | null
  readonly sizeBytes: number
  /** Returns the bytes once, and closes the file after them. */
  read(): Readable
  close(): Promise<void>
}

/** The page of the app, with what its policy must admit. */
export interface BuiltPage {
  readonly html: string
  readonly relay: RelayHashes | null
}

/** The build of the web app, which `npm ci` or the published package put on this machine. */
export class AppBuild {
  #folder: string | null = null
  #page: { changedMs: number; html: string; relay: RelayHashes | null } | null = null

  /** @param folder the build; without it, that of the installed package `@guildhall/web` */
  constructor(folder?: string) {
    if (folder !== undefined) this.#folder = folder
  }

  /**
   * Returns the page with a nonce and the domain of activities, or null if the app was not built. The page is read
   * again after a new build, so that it names the assets of that build.
   */
  async page(nonce: string, activitiesDomain = ''): Promise<BuiltPage | null> {
    const build = this.#located()
    if (build === null) return null
    const path = join(build, 'index.html')
    try {
      const { mtimeMs } = await stat(path)
      if (this.#page?.changedMs !== mtimeMs) {
        const [html, relay] = await Promise.all([readFile(path, 'utf8'), relayHashes(build)])
        this.#page = { changedMs: mtimeMs, html, relay }
      }
    } catch (error) {
      if (isAbsent(error)) return null
      throw error
    }
    const { html, relay } = this.#page
    return { html: html.replaceAll(NONCE, nonce).replace(ACTIVITIES, activitiesDomain), relay }
  }

  /** Returns a file of a folder in the build in the best accepted encoding; null for an unknown name or type. */
  async open(folder: 'assets' | '', name: string, acceptEncoding: string | undefined): Promise<BuiltFile | null> {
    const contentType = typeOfName(name)
    const build = this.#located()
    if (!FILE_NAME.test(name) || contentType === null || build === null) return null
    const path = join(build, folder, name)
    for (const { name: contentEncoding, suffix } of acceptedEncodings(acceptEncoding)) {
      const file = await openFile(`${path}${suffix}`)
      if (file) return { contentType, contentEncoding, ...file }
    }
    const file = await openFile(path)
    return file && { contentType, contentEncoding: null, ...file }
  }

  /** Returns the folder of the build, or null without the package. The first request looks it up, not the start. */
  #located(): string | null {
    try {
      this.#folder ??= join(dirname(createRequire(import.meta.url).resolve('@guildhall/web/package.json')), 'dist')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error
    }
    return this.#folder
  }
}

/** Returns the hashes of the relay that the build contains; null for a build without one. */
async function relayHashes(build: string): Promise<RelayHashes | null> {
  try {
    const [script, style] = await Promise.all(RELAY_FILES.map((name) => readFile(join(build, name))))
    return script && style ? { script: hashOf(script), style: hashOf(style) } : null
  } catch (error) {
    if (isAbsent(error)) return null
    throw error
  }
}

function hashOf(bytes: Buffer): string {
  return `sha256-${createHash('sha256').update(bytes).digest('base64')}`
}

async function openFile(path: string): Promise<Pick<BuiltFile, 'sizeBytes' | 'read' | 'close'> | null> {
  let handle: FileHandle
  try {
    handle = await open(path)
  } catch (error) {
    if (isAbsent(error)) return null
    throw error
  }
  const { size } = await handle.stat()
  return { sizeBytes: size, read: () => handle.createReadStream(), close: () => handle.close() }
}

function isAbsent(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOENT' || code === 'ENOTDIR'
}
