import { operation } from '../../../../kernel/operation.ts'
import { Type } from '../../../../validation/schema.ts'

/**
 * Lists the games that a client detects by their programs. There are none here, but programs that fetch the list at
 * their start end without it.
 */
export const listDetectableApplications = operation({
  id: 'list_detectable_applications',
  method: 'GET',
  path: '/applications/detectable',
  callers: ['anyone'],
  unlisted: true,
  responses: { 200: Type.Array(Type.Object({})) },
  run: async () => [],
})
