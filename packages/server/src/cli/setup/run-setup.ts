import { link, mkdir, rm } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { type ApiClient, ApiFailure } from '@guildhall/client'
import { makeKeyPair } from '../../archive/seal.ts'
import { writeFileAtomically } from '../../kernel/atomic-file.ts'
import { UserError } from '../../kernel/user-error.ts'
import { refusalText } from '../admin/admin-actions.ts'
import { openAdministration } from '../admin/open-administration.ts'
import { type Finding, findingLines } from '../doctor/finding.ts'
import { checkDataFolder, checkDisk, checkNode, checkWebApp } from '../doctor/machine-checks.ts'
import { checkDatabase, checkFiles, checkPort, checkUdp } from '../doctor/server-checks.ts'
import { blankStart, type StartDraft } from '../options/start-options.ts'
import { printableJson } from '../terminal/text.ts'
import { addressOfName, checkHandles, checkMailServer, checkName, checkTls } from './public-checks.ts'
import { composeFiles, environmentFile, type ServiceFile, systemdUnit } from './service-files.ts'

const OWNER = 'owner'
const RECOVERY =
  'Recovery key: without it nobody can read the backups. Keep it on another machine; it is shown only once.'

/** Options of `guildhall setup`. */
export interface SetupOptions
  extends Pick<
    StartDraft,
    | 'data'
    | 'databaseUrl'
    | 'filesUrl'
    | 'secretKeyFile'
    | 'publicUrl'
    | 'host'
    | 'port'
    | 'settings'
    | 'mailDir'
    | 'json'
  > {
  /** Name of the first owner; null to ask at a terminal. */
  owner: string | null
  email: string | null
  /** Mode of registration. Default: the setting stays. */
  registration?: string
  smtpUrl: string | null
  mailFrom: string | null
  /** Folder for the files of a service; null for none. */
  write: string | null
  systemd: boolean
  compose: boolean
  /** Whether nothing is asked. */
  yes: boolean
}

/** Result of a setup, as `--json` prints it. */
interface Done {
  readonly checks: readonly Finding[]
  /** The first owner; null for a store that has people. */
  readonly owner: { readonly id: string; readonly username: string } | null
  readonly link: string | null
  /** Key that opens backups, which the server does not keep; null if none was made. */
  readonly recovery_key: string | null
  readonly written: readonly string[]
}

/**
 * Checks the machine, makes the first owner of an empty store, and writes the files of a service. It can be run again:
 * it changes nothing of a store that has people, and overwrites no file.
 *
 * @throws UserError for a value that the platform refuses, and for a store that cannot be opened
 */
export async function runSetup(options: SetupOptions): Promise<void> {
  const checks = await checked(options)
  const made = await firstOwner(options)
  const written = options.write === null ? [] : await writeFiles(resolve(options.write), await filesOf(options))
  const done: Done = { checks, ...made, written }
  process.stdout.write(options.json ? `${printableJson(JSON.stringify(done))}\n` : textOf(done, options))
}

/** Runs the checks. A failed one is printed and does not stop the setup. */
async function checked(options: SetupOptions): Promise<Finding[]> {
  const { host, port, data, databaseUrl, filesUrl, publicUrl, smtpUrl } = options
  const findings: Finding[] = []
  for (const check of [
    () => checkNode(process.version),
    () => checkPort(host, port),
    () => checkDataFolder(data),
    () => checkDisk(data),
    checkHandles,
    () => checkUdp(host),
    ...(databaseUrl === null ? [] : [() => checkDatabase(databaseUrl)]),
    ...(filesUrl === null ? [] : [() => checkFiles(data, filesUrl)]),
    ...(publicUrl === null ? [] : [() => checkName(publicUrl), () => checkTls(publicUrl)]),
    ...(smtpUrl === null ? [] : [() => checkMailServer(smtpUrl)]),
    checkWebApp,
  ]) {
    for (const found of [await check()].flat()) {
      findings.push(found)
      process.stderr.write(findingLines(found))
    }
  }
  return findings
}

async function firstOwner(options: SetupOptions): Promise<Pick<Done, 'owner' | 'link' | 'recovery_key'>> {
  const administration = await openAdministration({ ...options, server: null, key: null })
  try {
    const people = await administration.api.call('list_accounts', { query: { limit: 1 } })
    if (people.length > 0) return { owner: null, link: null, recovery_key: null }
    const username = options.owner ?? (await askedName(options))
    const pair = Object.hasOwn(options.settings, 'backup_recipient') ? null : await makeKeyPair()
    // Before the owner is made: a setup that is killed makes another key when it is run again.
    await saveSettings(administration.api, options, pair?.recipient ?? null)
    const body = { username, email: options.email, role: OWNER } as const
    const { user, url } = await administration.api.call('create_account', { body })
    return {
      owner: { id: user.id, username: user.username },
      link: url,
      recovery_key: pair?.identity ?? null,
    }
  } catch (error) {
    throw error instanceof ApiFailure ? new UserError(refusalText(error), { cause: error }) : error
  } finally {
    await administration.close()
  }
}

async function saveSettings(
  api: ApiClient,
  { registration, smtpUrl, mailFrom }: SetupOptions,
  recipient: string | null,
): Promise<void> {
  const given = { registration, smtp_url: smtpUrl, mail_from: mailFrom, backup_recipient: recipient }
  const entries = Object.entries(given).filter(([, value]) => value !== null && value !== undefined)
  if (entries.length > 0) await api.call('update_instance_settings', { body: Object.fromEntries(entries) })
}

async function askedName({ yes }: SetupOptions): Promise<string> {
  if (yes || !process.stdin.isTTY) return OWNER
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return (await terminal.question(`Name of the first owner [${OWNER}]: `)).trim() || OWNER
  } finally {
    terminal.close()
  }
}

async function filesOf(options: SetupOptions): Promise<ServiceFile[]> {
  const { publicUrl, host, port, data, databaseUrl, filesUrl, write, systemd, compose } = options
  const facts = {
    publicUrl: publicUrl ?? `http://127.0.0.1:${port}`,
    host,
    port,
    data: resolve(data),
    databaseUrl,
    filesUrl,
    voiceAddress: publicUrl === null ? null : await addressOfName(publicUrl),
    folder: resolve(write ?? '.'),
    user: userInfo().username,
    program: [process.execPath, ...process.argv.slice(1, 2)],
  }
  return [environmentFile(facts), ...(systemd ? [systemdUnit(facts)] : []), ...(compose ? composeFiles(facts) : [])]
}

/** Writes files that are not there yet. Returns their paths. */
async function writeFiles(folder: string, files: readonly ServiceFile[]): Promise<string[]> {
  const written: string[] = []
  await mkdir(folder, { recursive: true })
  for (const { name, text, isSecret } of files) {
    const path = join(folder, name)
    // Named at the end, so that a killed command leaves no part of a file under the name.
    const unfinished = `${path}.${process.pid}.new`
    try {
      await writeFileAtomically(unfinished, text, { mode: isSecret ? 0o600 : 0o644 })
      await link(unfinished, path)
      written.push(path)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code !== 'EEXIST') throw new UserError(`${path} cannot be written: ${code}`, { cause: error })
      process.stderr.write(`${path} is there already, and stays as it is.\n`)
    } finally {
      await rm(unfinished, { force: true })
    }
  }
  return written
}

function textOf({ owner, link, recovery_key, written }: Done, options: SetupOptions): string {
  const lines = [
    ...(owner ? [`The first owner is ${owner.username}.`, `One-time link, for 24 hours: ${link}`] : []),
    ...(recovery_key ? [RECOVERY, recovery_key] : []),
    ...(owner ? [] : ['The store has people. Nothing was changed.']),
    ...written.map((path) => `Written: ${path}`),
    `Start the platform: ${startLine(options)}`,
  ]
  return `${lines.join('\n')}\n`
}

/** Returns the command that starts the platform as the written files say, or by options. */
function startLine({ data, host, port, publicUrl, write, systemd, compose }: SetupOptions): string {
  const folder = write === null ? null : resolve(write)
  if (folder !== null && systemd) return `systemctl enable --now ${join(folder, 'guildhall.service')}`
  if (folder !== null && compose) return `docker compose --project-directory ${folder} up -d`
  if (folder !== null) return `sh -c 'set -a; . ${join(folder, 'guildhall.env')}; exec guildhall start'`
  const { host: usualHost, port: usualPort } = blankStart()
  const listens = `${host === usualHost ? '' : ` --host ${host}`}${port === usualPort ? '' : ` --port ${port}`}`
  const place = publicUrl === null ? '' : ` --public-url ${publicUrl} --trust-proxy loopback`
  return `guildhall start --data ${data}${listens}${place}`
}
