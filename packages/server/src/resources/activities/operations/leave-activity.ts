import { ApiError } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { NoContent, SnowflakeId, Text, Type } from '../../../validation/schema.ts'
import { leaveInstance } from '../actions/launch.ts'
import { instanceId, launchIdOf, locationId } from '../model.ts'
import * as store from '../store.ts'

/** Removes a person from an activity, for their own client. */
export const leaveActivity = operation({
  id: 'leave_activity',
  method: 'POST',
  path: '/applications/:application_id/activities/:location_id/instances/:instance_id/leave',
  callers: ['person'],
  unlisted: true,
  params: Type.Object({ application_id: SnowflakeId, location_id: Text(1, 100), instance_id: Text(1, 200) }),
  body: Type.Object({ session_id: Text(1, 100) }),
  responses: { 204: NoContent },

  async run({ caller, params, work }) {
    const launchId = launchIdOf(params.instance_id)
    const instance = launchId === null ? undefined : await store.findActivityInstance(work, launchId)
    const named =
      instance?.application_id === params.application_id &&
      instanceId(instance) === params.instance_id &&
      locationId(instance) === params.location_id
    if (!instance || !named || !(await leaveInstance(work, instance, caller.userId))) throw new ApiError('NOT_FOUND')
  },
})
