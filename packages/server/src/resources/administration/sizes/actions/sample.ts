import type { Work } from '../../../../kernel/work.ts'
import { bytesByKind } from '../../../accounts/files/index.ts'
import { deleteEndedSlowmodeUses } from '../../../guild/channels/index.ts'
import { sizesDue } from '../jobs.ts'
import { saveSample } from './save.ts'

const DAY_MS = 86_400_000
/** Days over which the growth is measured. */
const KEPT_DAYS = 30

/** Returns the bytes of rows and files. Backups are left out, because they come and go. */
async function grownBytes(work: Work): Promise<number> {
  const [{ bytes }, files] = [await work.sizes(), await bytesByKind(work)]
  return bytes + Number(files.attachments + files.images + files.other)
}

/** The job `sizes`: notes the size of each day, after the removal of rows that have ended. */
export async function sampleSizes(work: Work): Promise<void> {
  await deleteEndedSlowmodeUses(work)
  const day = Math.floor(work.now / DAY_MS)
  await saveSample(work, { day, bytes: await grownBytes(work) }, day - KEPT_DAYS)
  await scheduleSample(work)
}

/** Has the size of the next day noted, once it begins. */
export async function scheduleSample(work: Work): Promise<void> {
  await work.schedule(sizesDue, 'all', (Math.floor(work.now / DAY_MS) + 1) * DAY_MS, {})
}
