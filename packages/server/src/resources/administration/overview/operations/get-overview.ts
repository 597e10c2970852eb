import { statfs } from 'node:fs/promises'
import { operation } from '../../../../kernel/operation.ts'
import { isLoopbackHost } from '../../../../validation/loopback-host.ts'
import { Nullable, OneOf, Type } from '../../../../validation/schema.ts'
import { offersMail, settingsOf } from '../../../accounts/instance-settings/index.ts'
import { countMails } from '../../../accounts/mails/index.ts'
import { countOwners, operatorOf } from '../../../accounts/operators/index.ts'
import { presentRaid, RaidObject, raidModeOf } from '../../../accounts/raid-mode/index.ts'
import { rememberedCounts } from '../../guilds/index.ts'
import { listProviders } from '../../identity-providers/index.ts'
import { countOpenReports } from '../../reports/index.ts'
import { findingsOf } from '../rules.ts'
import { countInstance, countMessages } from '../store.ts'

/** Key of the count of all messages: no guild has this id. */
const ALL = 0n

const Overview = Type.Object({
  version: Type.String(),
  uptime_seconds: Type.Integer(),
  people: Type.Object({
    active: Type.Integer(),
    unverified: Type.Integer(),
    pending: Type.Integer(),
    suspended: Type.Integer(),
  }),
  guilds: Type.Integer(),
  messages: Type.Integer(),
  reports_open: Type.Integer(),
  registrations_waiting: Type.Integer(),
  mails_waiting: Type.Integer(),
  /** Bytes of stored files. */
  bytes: Type.Integer(),
  /** Time of the newest backup; null without one. */
  last_backup_at: Nullable(Type.String()),
  /** Null where it is not known. */
  disk_free_bytes: Nullable(Type.Integer()),
  /** Null while raid mode is off. */
  raid: RaidObject,
  findings: Type.Array(
    Type.Object({
      check: Type.String(),
      level: OneOf('warn', 'fail'),
      text: Type.String(),
      advice: Type.String(),
    }),
  ),
})

/** Get Overview: what the instance holds, and what its operator should know of. */
export const getOverview = operation({
  id: 'get_overview',
  method: 'GET',
  path: '/admin/overview',
  callers: ['operator', 'person'],
  unlisted: true,
  responses: { 200: Overview },

  async before({ platform }) {
    const diskFreeBytes = await statfs(platform.files.uploadDir).then(
      ({ bavail, bsize }) => bavail * bsize,
      () => null,
    )
    const [backup] = await platform.backups.known()
    const { backups } = platform
    const facts = { backupError: backups.lastError, lacksBackup: await backups.isLate() }
    return { diskFreeBytes, lastBackupAt: backup?.created_at ?? null, backupFacts: facts }
  },

  async run({ platform, prepared: { diskFreeBytes, lastBackupAt, backupFacts }, ...request }) {
    const { work } = request
    await operatorOf({ ...request, platform }, 'moderator')
    const { people, bytes, ...counts } = await countInstance(work, work.now)
    const { suspended, unverified, pending, guilds } = counts
    const all = await rememberedCounts(platform).of([ALL], async () => new Map([[ALL, await countMessages(work)]]))
    const messages = all.get(ALL) ?? 0
    const [settings, mails] = [await settingsOf(work), await countMails(work)]
    const { protocol, hostname } = new URL(platform.addresses.url)
    const findings = findingsOf({
      offersMail: offersMail(work, settings),
      asksForAddress: settings.registration !== 'closed' && settings.registration_email === 'verified',
      failedMails: mails.failed,
      lastMailError: mails.lastError,
      owners: await countOwners(work),
      passwords: settings.passwords,
      providers: (await listProviders(work)).length,
      isSecure: protocol === 'https:',
      isPublic: !isLoopbackHost(hostname),
      diskFreeBytes,
      ...backupFacts,
    })
    return {
      version: platform.version,
      uptime_seconds: Math.floor(process.uptime()),
      people: { active: people - suspended, unverified, pending, suspended },
      guilds,
      messages,
      reports_open: await countOpenReports(work),
      registrations_waiting: pending,
      mails_waiting: mails.waiting,
      bytes: Number(bytes),
      last_backup_at: lastBackupAt,
      disk_free_bytes: diskFreeBytes,
      raid: presentRaid(await raidModeOf(work)),
      findings,
    }
  },
})
