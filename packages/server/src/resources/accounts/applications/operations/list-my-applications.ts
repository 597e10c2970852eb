import { ApplicationObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { Type } from '../../../../validation/schema.ts'
import { renderApplication } from '../actions/render.ts'
import * as store from '../store.ts'

/** Get Applications: lists the applications of the person who calls, oldest first. */
export const listMyApplications = operation({
  id: 'list_my_applications',
  method: 'GET',
  path: '/applications',
  callers: ['person'],
  unlisted: true,
  responses: { 200: Type.Array(ApplicationObject) },

  async run({ caller, work }) {
    const applications = await store.listApplicationsOfOwner(work, caller.userId)
    const rendered = []
    for (const application of applications) rendered.push(await renderApplication(work, application))
    return rendered
  },
})
