import { APPLICATION_NAME_MAX, APPLICATIONS_MAX, ApplicationObject, invalidForm } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { Text, Type } from '../../../../validation/schema.ts'
import { createApplication as create, newSigningKeys } from '../actions/create.ts'
import { renderApplication } from '../actions/render.ts'
import * as store from '../store.ts'

/** Create Application, with its bot, for the person who calls. */
export const createApplication = operation({
  id: 'create_application',
  method: 'POST',
  path: '/applications',
  callers: ['person'],
  unlisted: true,
  body: Type.Object({ name: Text(2, APPLICATION_NAME_MAX) }),
  responses: { 201: ApplicationObject },
  limit: { limit: 10, windowMs: 60_000 },
  before: newSigningKeys,

  async run({ caller, body, work, prepared: keys }) {
    const owned = await store.listApplicationsOfOwner(work, caller.userId)
    if (owned.length >= APPLICATIONS_MAX)
      throw invalidForm(
        ['name'],
        'BASE_TYPE_MAX_LENGTH',
        `Maximum number of applications reached (${APPLICATIONS_MAX})`,
      )
    return renderApplication(work, await create(work, { name: body.name, ownerId: caller.userId, keys }))
  },
})
