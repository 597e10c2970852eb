import { SYSTEM_ACTOR, type Units } from '../../../../kernel/units.ts'
import type { Work } from '../../../../kernel/work.ts'
import { settingsOf } from '../../../accounts/instance-settings/index.ts'
import { letters, queueMail } from '../../../accounts/mails/index.ts'
import { listUsers } from '../../../accounts/users/index.ts'
import * as store from '../disk-store.ts'
import { insertSample, type SizeSample } from '../size-store.ts'

/** Room on the disk of files, and what uploads leave free. */
interface DiskRoom {
  readonly free: number
  readonly reserve: number
  /** Address of the platform as people reach it. */
  readonly url: string
}

/** Mails owners once when the disk has less room than the reserve; the next time after it had enough again. */
export async function noteDiskRoom(units: Units, room: DiskRoom): Promise<void> {
  const isLow = room.free < room.reserve
  if (isLow === (await units.read(SYSTEM_ACTOR, store.isLowNoted))) return
  await units.write(SYSTEM_ACTOR, async (work) => {
    const isNoted = await work.lock('disk-room', () => store.isLowNoted(work))
    if (isNoted === isLow) return
    await store.noteLow(work, isLow)
    if (isLow) await mailOwners(work, room)
  })
}

async function mailOwners(work: Work, { free, reserve, url }: DiskRoom): Promise<void> {
  const { name } = await settingsOf(work)
  for (const owner of (await listUsers(work, await store.listOwnerIds(work))).values())
    if (owner.email !== null && owner.verified)
      await queueMail(work, owner.email, letters.diskLow({ name, url }, { free, reserve }), { unlimited: true })
}

/** Notes the size of a day, and forgets those of days before another one. */
export function saveSample(work: Work, sample: SizeSample, since: number): Promise<void> {
  return insertSample(work, sample, since)
}
