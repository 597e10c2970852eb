import { ApiError, type Snowflake } from '@guildhall/protocol'
import type { Work } from '../../../../kernel/work.ts'
import { type Harvest, HarvestStatus, ONCE_IN_MS } from '../model.ts'
import { listHarvests } from '../store.ts'
import { addHarvest } from './save.ts'

/**
 * Has a package of the data of a person made. One that is being made is returned in place of another.
 *
 * @throws ApiError RATE_LIMITED for a person who had one in the last 24 hours
 */
export async function requestHarvest(
  work: Work,
  { userId, byOperator }: { userId: Snowflake; byOperator: boolean },
): Promise<Harvest> {
  const harvests = await work.lock(`harvests.${userId}`, () => listHarvests(work, userId))
  const counted = harvests.filter(({ status }) => status !== HarvestStatus.FAILED)
  const waiting = counted.find(({ status }) => status !== HarvestStatus.COMPLETED)
  if (waiting && byOperator) return waiting
  const last = counted.find(({ created_at, by_operator }) => by_operator === 0 && created_at > work.now - ONCE_IN_MS)
  if (!byOperator && (waiting || last)) {
    const since = last?.created_at ?? work.now
    const retry_after = Math.ceil((since + ONCE_IN_MS - work.now) / 1000)
    throw new ApiError('RATE_LIMITED', { extra: { retry_after, global: false } })
  }
  return addHarvest(work, { userId, byOperator })
}
