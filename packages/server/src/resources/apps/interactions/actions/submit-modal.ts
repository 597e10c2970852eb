import {
  ApiError,
  ComponentType,
  Faults,
  InteractionType,
  type MessageObject,
  type ModalComponentObject,
  type ModalInputObject,
  type SubmittedComponentObject,
  type SubmittedInputObject,
} from '@guildhall/protocol'
import { fileTypeAllowed } from '../../../../media/file-types.ts'
import { checkModalSubmit, type Modal } from '../../../messaging/components/index.ts'
import { hydrateMessages, presentForAuthor } from '../../../messaging/messages/index.ts'
import type { StoredInteraction } from '../model.ts'
import { type InteractionRequest, ModalSubmission, readData, rejectFaults } from '../requests.ts'
import * as store from '../store.ts'
import { checkChosen, fileAt, resolveFiles, resolveIds } from './resolve.ts'
import { closeModal } from './save.ts'
import type { CheckedUse, Use } from './use.ts'
import { findUsedMessage } from './use-component.ts'

type Opener = StoredInteraction & { modal: Modal }

const COMPONENTS = ['data', 'components']

/**
 * Checks a submitted modal (type 5) against the interaction that opened it: for this user, by this application, in this
 * channel. A modal can be submitted once. [SVC-8]
 */
export async function submitModal(use: Use, request: InteractionRequest): Promise<CheckedUse> {
  const data = readData(ModalSubmission, request.data)
  const opener = data.id == null ? undefined : await store.lockInteraction(use.work, data.id)
  if (!opener || !isOpen(use, opener, data.custom_id)) throw new ApiError('UNKNOWN_INTERACTION')
  const faults = new Faults()
  const submitted = checkModalSubmit(opener.modal, data.components, faults.at(...COMPONENTS))
  const inputs = labelledInputs(opener.modal.components, submitted.components)
  for (const input of inputs) checkUploads(use, input, faults)
  rejectFaults(faults)
  const resolved = await resolveIds(use, submitted.ids, faults.at(...COMPONENTS))
  for (const { requested, given, path } of inputs)
    checkChosen(use, resolved, requested, given.values ?? [], faults.at(...path, 'values'))
  const files = await resolveFiles(use, submitted.ids.attachments, faults.at(...COMPONENTS))
  rejectFaults(faults)
  if (files.ids.size > 0) resolved.attachments = files.attachments
  const components = submitted.components.map((component) => withAttachmentIds(component, files.ids))
  const message = await presentSource(use, opener)
  await closeModal(use.work, opener)
  return {
    type: InteractionType.MODAL_SUBMIT,
    data: { custom_id: data.custom_id, components, ...(Object.keys(resolved).length > 0 ? { resolved } : {}) },
    message,
    owners: opener.owners,
    metadata: { triggering_interaction_metadata: opener.metadata },
    fields: { source_message_id: message ? opener.source_message_id : null, command: opener.command },
  }
}

/** Returns whether the modal was opened here for this user and is not submitted yet. */
function isOpen(use: Use, opener: StoredInteraction, customId: string): opener is Opener {
  return (
    opener.user_id === use.caller.userId &&
    opener.application_id === use.application.id &&
    opener.channel_id === use.channel.id &&
    opener.modal?.custom_id === customId
  )
}

/** Returns the message whose component opened the modal, or null if it was deleted. */
async function presentSource(use: Use, { source_message_id: id }: Opener): Promise<MessageObject | null> {
  const source = id === null ? undefined : await findUsedMessage(use, id)
  const [shown] = source ? await hydrateMessages(use.work, [source], use.application.bot_id ?? 0n) : []
  return shown ? presentForAuthor(use.work, shown, use.platform.attachmentUrls) : null
}

interface Input {
  readonly requested: ModalInputObject
  readonly given: SubmittedInputObject
  readonly path: readonly (string | number)[]
}

/** Returns the inputs of the labels of a modal, with what the user submitted. */
function labelledInputs(
  modal: readonly ModalComponentObject[],
  submitted: readonly SubmittedComponentObject[],
): Input[] {
  return modal.flatMap((label, index) => {
    const given = submitted[index]?.component
    if (label.type !== ComponentType.LABEL || !given) return []
    return [{ requested: label.component, given, path: [...COMPONENTS, index, 'component'] }]
  })
}

/** Checks that each uploaded file is in the request and has an accepted type (50123). [MOD-19] */
function checkUploads(use: Use, { requested, given, path }: Input, faults: Faults): void {
  if (requested.type !== ComponentType.FILE_UPLOAD) return
  for (const [index, value] of (given.values ?? []).entries()) {
    const file = fileAt(use.files, value)
    if (!file) faults.add([...path, 'values', index], 'ATTACHMENT_NOT_FOUND', 'The file is not part of the request.')
    else if (!fileTypeAllowed(file.filename, requested.file_types)) throw new ApiError('PROVIDED_FILE_TYPE_INVALID')
  }
}

/** Replaces file indexes of a file upload with the ids of the stored attachments. */
function withAttachmentIds(
  submitted: SubmittedComponentObject,
  ids: ReadonlyMap<string, string>,
): SubmittedComponentObject {
  const { component } = submitted
  if (component?.type !== ComponentType.FILE_UPLOAD || !component.values) return submitted
  return { ...submitted, component: { ...component, values: component.values.map((value) => ids.get(value) ?? value) } }
}
