import { wireTime } from '@guildhall/protocol'
import type { SnapshotFacts } from '../../../kernel/worlds.ts'

/** Returns a snapshot, as the control API shows it. */
export function presentSnapshot({ name, createdAt, date, sizeBytes }: SnapshotFacts) {
  return { name, created_at: wireTime(createdAt), date: wireTime(date), bytes: sizeBytes }
}
