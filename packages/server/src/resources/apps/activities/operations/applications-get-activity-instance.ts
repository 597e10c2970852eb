import { ApiError } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { Json, SnowflakeId, Text, Type } from '../../../../validation/schema.ts'
import { instanceId, launchIdOf, presentLocation } from '../model.ts'
import * as store from '../store.ts'

/** Get Application Activity Instance, for the application's own bot while the instance runs. */
export const applicationsGetActivityInstance = operation({
  id: 'applications_get_activity_instance',
  method: 'GET',
  path: '/applications/:application_id/activity-instances/:instance_id',
  callers: ['bot'],
  params: Type.Object({ application_id: SnowflakeId, instance_id: Text(1, 200) }),
  responses: {
    200: Type.Object({
      application_id: Type.String(),
      instance_id: Type.String(),
      launch_id: Type.String(),
      location: Json,
      users: Type.Array(Type.String()),
    }),
  },

  async run({ caller, params, work }) {
    if (caller.application?.id !== params.application_id) throw new ApiError('APPLICATION_ACTION_NOT_AUTHORIZED')
    const launchId = launchIdOf(params.instance_id)
    const instance = launchId === null ? undefined : await store.findActivityInstance(work, launchId)
    const named = instance?.application_id === params.application_id && instanceId(instance) === params.instance_id
    if (!instance || !named) throw new ApiError('NOT_FOUND')
    const participants = await store.listParticipants(work, instance.launch_id)
    return {
      application_id: instance.application_id.toString(),
      instance_id: instanceId(instance),
      launch_id: instance.launch_id.toString(),
      location: presentLocation(instance),
      users: participants.map(({ user_id }) => user_id.toString()),
    }
  },
})
