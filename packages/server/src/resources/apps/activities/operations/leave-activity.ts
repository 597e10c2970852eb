import { ApiError } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Text, Type } from '../../../../validation/schema.ts'
import { leaveInstance } from '../actions/participants.ts'
import { instanceId, launchIdOf, locationId } from '../model.ts'
import * as store from '../store.ts'

/**
 * Removes a person from an activity, for the session that takes part. Another session of theirs may have continued in
 * its place. The instance is named by its composite or its launch id.
 */
export const leaveActivity = operation({
  id: 'leave_activity',
  method: 'POST',
  path: '/applications/:application_id/activities/:location_id/instances/:instance_id/leave',
  callers: ['person'],
  unlisted: true,
  params: Type.Object({ application_id: SnowflakeId, location_id: Text(1, 100), instance_id: Text(1, 200) }),
  body: Type.Object({ session_id: Text(1, 100) }),
  responses: { 200: Type.Object({}) },

  async run({ caller, params, body, work }) {
    const { instance_id: id, location_id, application_id } = params
    const launchId = /^\d{1,20}$/.test(id) ? BigInt(id) : launchIdOf(id)
    const instance = launchId === null ? undefined : await store.findActivityInstance(work, launchId)
    const named =
      instance?.application_id === application_id &&
      [instanceId(instance), `${launchId}`].includes(id) &&
      locationId(instance) === location_id
    if (!instance || !named || !(await leaveInstance(work, instance, caller.userId, body.session_id)))
      throw new ApiError('NOT_FOUND')
    return {}
  },
})
