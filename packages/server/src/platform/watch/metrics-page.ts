import { X509Certificate } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { SessionFacts } from '../../kernel/control.ts'
import { type Lease, nodeOf } from '../../kernel/lease.ts'
import type { Counts, Metrics } from '../../kernel/metrics.ts'
import type { BusCounts } from '../../kernel/shared-topics.ts'
import type { Store } from '../../kernel/store/store.ts'
import { VERSION } from '../package-folder.ts'
import { Exposition, type Metric, type Sample, textOf } from './exposition.ts'
import { addBus, addLease, addNode } from './lease-metrics.ts'
import { readNumbers } from './watched-store.ts'

/** Parts of a platform that metrics are read from. */
export interface MetricsParts {
  readonly metrics: Metrics
  readonly store: Store
  /** Null on the embedded store. */
  readonly lease: Lease | null
  /** Returns the counts of the bus between nodes; null for a process that is alone. */
  bus(): Readonly<BusCounts> | null
  sessions(): readonly SessionFacts[]
  /** Returns how often guild views were read again. */
  viewReloads(): number
  /** Returns the number of calls that this process has. */
  calls(): Promise<number>
  /** Returns the free bytes of the disk; null where nothing is on disk. */
  diskFree(): Promise<number | null>
  /** Returns the wall-clock time of the newest backup; null without. */
  lastBackup(): Promise<number | null>
  /** File with the certificate of the port; null without one. */
  readonly certificate: string | null
}

/** Operations by which people sign in, with the method. */
const SIGN_INS: Readonly<Record<string, string>> = {
  login: 'password',
  use_one_time_link: 'link',
  finish_passwordless_login: 'passkey',
  finish_sso: 'sso',
  verify_mfa_login: 'second_factor',
}
const REGISTER = 'register'
/** Time by which the delay of the event loop is measured. */
const DELAY_MS = 10

/** Returns the metrics of a platform as text. */
export async function metricsText(parts: MetricsParts): Promise<string> {
  return textOf(await readMetrics(parts))
}

/** Returns the metrics of a platform. */
export async function readMetrics(parts: MetricsParts): Promise<readonly Metric[]> {
  const text = new Exposition()
  const { metrics } = parts
  const node = nodeOf(parts.lease)
  const version = { labels: { ...(node && { node: node.name }), version: VERSION }, value: 1 }
  text.add('gauge', 'guildhall_node_info', 'Version of this process.', [version])
  addRequests(text, metrics)
  text.add('gauge', 'guildhall_sessions', 'Gateway sessions.', byKind(parts.sessions()))
  text.add('counter', 'guildhall_dispatches_total', 'Dispatches of sessions.', metrics.dispatches)
  text.durations('guildhall_dispatch_seconds', 'Time from the commit of an event to the sockets.', metrics.events)
  text.add('counter', 'guildhall_messages_total', 'Messages that were posted.', metrics.messages)
  text.durations('guildhall_store_transaction_seconds', 'Time of transactions.', metrics.transactions)
  text.add('counter', 'guildhall_store_errors_total', 'Failures of the database.', metrics.storeErrors)
  text.add('counter', 'guildhall_view_reloads_total', 'Guilds that were read again.', parts.viewReloads())
  text.add('counter', 'guildhall_jobs_total', 'Jobs that ran.', pairs(metrics.jobs, ['kind', 'result']))
  text.durations('guildhall_job_delay_seconds', 'Time from the due date of jobs to their run.', metrics.jobDelays)
  text.add(
    'counter',
    'guildhall_webhook_events_total',
    'Webhook events that were sent.',
    pairs(metrics.webhookEvents, ['result']),
  )
  const delays = metrics.webhookEventDelays
  text.durations('guildhall_webhook_event_delay_seconds', 'Time from events to their acceptance.', delays)
  text.add('gauge', 'guildhall_calls_hosted', 'Calls of this process.', await parts.calls())
  text.add('gauge', 'guildhall_voice_sessions', 'Connections of voice clients.', metrics.voiceSessions)
  await addLease(text, parts.lease)
  addBus(text, parts.bus())
  if (node) addNode(text, metrics.nodes, parts.sessions().length)
  await addStored(text, parts)
  text.add(
    'gauge',
    'guildhall_certificate_end_timestamp_seconds',
    'End of the certificate of --tls-cert; 0 without one.',
    parts.certificate === null ? 0 : await endOfCertificate(parts.certificate),
  )
  await addProcess(text)
  return text.metrics
}

function addRequests(text: Exposition, { requests, requestDurations }: Metrics): void {
  const samples = pairs(requests, ['operation', 'status'])
  text.add('counter', 'guildhall_http_requests_total', 'Requests to operations.', samples)
  text.durations('guildhall_http_request_seconds', 'Time of requests to operations.', requestDurations)
  const signIns = new Map<string, Sample>()
  const registrations = new Map<string, number>()
  for (const { labels = {}, value } of samples) {
    const { operation = '', status = '' } = labels
    const method = SIGN_INS[operation]
    const result = status.startsWith('2') ? 'ok' : 'refused'
    if (method !== undefined) {
      const key = `${method} ${result}`
      signIns.set(key, { labels: { method, result }, value: (signIns.get(key)?.value ?? 0) + value })
    }
    if (operation === REGISTER) {
      const outcome = status === '202' ? 'waiting' : result
      registrations.set(outcome, (registrations.get(outcome) ?? 0) + value)
    }
  }
  text.add('counter', 'guildhall_sign_ins_total', 'Attempts to sign in.', [...signIns.values()])
  const registered = [...registrations].map(([result, value]) => ({ labels: { result }, value }))
  text.add('counter', 'guildhall_registrations_total', 'Registrations.', registered)
}

function byKind(sessions: readonly SessionFacts[]): Sample[] {
  const counts = new Map<string, number>()
  for (const { kind } of sessions) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return [...counts].map(([kind, value]) => ({ labels: { kind }, value }))
}

function pairs(counts: Pick<Counts, 'entries'>, names: readonly string[]): Sample[] {
  return [...counts.entries()].map(([label, value]) => {
    const values = label.split(' ')
    return { labels: Object.fromEntries(names.map((name, index) => [name, values[index] ?? ''])), value }
  })
}

async function addStored(text: Exposition, { store, diskFree, lastBackup, metrics }: MetricsParts): Promise<void> {
  const numbers = await readNumbers(store)
  const jobs = numbers.jobs.map(({ kind, count }) => ({ labels: { kind }, value: count }))
  text.add('gauge', 'guildhall_jobs_waiting', 'Jobs that wait.', jobs)
  text.add('gauge', 'guildhall_mails_waiting', 'Mails that wait.', numbers.mailsWaiting)
  text.add('counter', 'guildhall_mails_failed_total', 'Mails that were given up.', numbers.mailsFailed)
  text.add('gauge', 'guildhall_reports_open', 'Reports that wait for a decision.', numbers.reportsOpen)
  text.add('gauge', 'guildhall_store_bytes', 'Bytes of the database.', numbers.storeBytes)
  text.add('gauge', 'guildhall_files_bytes', 'Bytes of stored files.', numbers.filesBytes)
  text.add('gauge', 'guildhall_disk_free_bytes', 'Free bytes of the disk of the data folder.', await diskFree())
  text.add('gauge', 'guildhall_disk_reserve_bytes', 'Bytes that uploads leave free.', metrics.diskReserveBytes)
  const at = await lastBackup()
  const name = 'guildhall_backup_last_success_timestamp_seconds'
  text.add('gauge', name, 'Time of the newest whole backup; 0 without one.', at === null ? 0 : at / 1_000)
  text.add(
    'gauge',
    'guildhall_backup_seconds',
    'Time that the last backup of this process took.',
    metrics.backupSeconds,
  )
}

async function endOfCertificate(file: string): Promise<number | null> {
  try {
    return Date.parse(new X509Certificate(await readFile(file)).validTo) / 1_000
  } catch {
    // Such as a file that is being replaced.
    return null
  }
}

async function addProcess(text: Exposition): Promise<void> {
  const begunAt = performance.now()
  await pause(DELAY_MS)
  const delay = Math.max(0, performance.now() - begunAt - DELAY_MS) / 1_000
  text.add('gauge', 'guildhall_event_loop_delay_seconds', 'Delay of the event loop now.', delay)
  const { user, system } = process.cpuUsage()
  text.add('counter', 'process_cpu_seconds_total', 'CPU time.', (user + system) / 1e6)
  text.add('gauge', 'process_resident_memory_bytes', 'Memory in RAM.', process.memoryUsage.rss())
  text.add('gauge', 'process_start_time_seconds', 'Start of the process.', performance.timeOrigin / 1_000)
  text.add('gauge', 'process_open_fds', 'Open files and connections.', await openHandles())
  text.add('gauge', 'process_max_fds', 'Files and connections that may be open.', await maxHandles())
}

/** Returns null on systems other than Linux. */
async function openHandles(): Promise<number | null> {
  return readdir('/proc/self/fd').then(
    (entries) => entries.length,
    () => null,
  )
}

async function maxHandles(): Promise<number | null> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '')
  const soft = /^Max open files\s+(\d+)/m.exec(limits)?.[1]
  return soft === undefined ? null : Number(soft)
}
