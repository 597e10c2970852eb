import { ApiError, ComponentType, Faults, type FieldPath, InteractionType } from '@guildhall/protocol'
import { Json, OptionalNullable, SnowflakeId, Text, Type } from '../../validation/schema.ts'
import { checkModalSubmit, fileTypeAllowed, type Modal } from '../components/index.ts'
import { presentOwn, shownMessages } from '../messages/index.ts'
import type { Interaction } from './interaction.ts'
import { openInteraction, type Use } from './open.ts'
import { type InteractionRequest, readData, refuseIfAny } from './request.ts'
import { checkChosen, resolveFiles, resolveIds, withAttachmentIds } from './resolve.ts'
import * as store from './store.ts'
import { findUsed } from './use-component.ts'

type Wire = Record<string, unknown>
type Opener = Interaction & { modal: Modal }

const ModalData = Type.Object({ id: OptionalNullable(SnowflakeId), custom_id: Text(1, 100), components: Json })
const COMPONENTS = ['data', 'components']

/** Type 5: a modal that this person was shown is sent in, once, from where it was opened. [SVC-8] */
export async function submitModal(use: Use, request: InteractionRequest): Promise<Interaction> {
  const data = readData(ModalData, request.data)
  const opener = data.id == null ? undefined : await store.hold(use.work, data.id)
  if (!opener || !isShown(use, opener, data.custom_id)) throw new ApiError('UNKNOWN_INTERACTION')
  const faults = new Faults()
  const submitted = checkModalSubmit(opener.modal, data.components, faults, COMPONENTS)
  const inputs = inputsOf(opener.modal.components, submitted.components)
  for (const input of inputs) checkUploads(use, input, faults)
  refuseIfAny(faults)
  const resolved = await resolveIds(use, submitted.ids, faults, COMPONENTS)
  for (const { asked, given, at } of inputs)
    checkChosen(use, resolved, asked, (given.values as string[] | undefined) ?? [], faults, [...at, 'values'])
  const files = await resolveFiles(use, submitted.ids.attachments, faults, COMPONENTS)
  refuseIfAny(faults)
  if (files.ids.size > 0) resolved.attachments = files.attachments
  const components = withAttachmentIds(
    submitted.components,
    files.ids,
    (component) => component.type === ComponentType.FILE_UPLOAD,
  )
  const message = await openedFrom(use, opener)
  // A modal is sent in once.
  await store.update(use.work, { ...opener, modal: null })
  return openInteraction(use, {
    type: InteractionType.MODAL_SUBMIT,
    data: { custom_id: data.custom_id, components, ...(Object.keys(resolved).length > 0 ? { resolved } : {}) },
    ...(message ? { message } : {}),
    owners: opener.owners,
    metadata: { triggering_interaction_metadata: opener.metadata },
    carried: { source_message_id: message ? opener.source_message_id : null, command: opener.command },
  })
}

/** Was this modal opened here, for this person, by this application, and not sent in yet? */
function isShown(use: Use, opener: Interaction, customId: string): opener is Opener {
  return (
    opener.user_id === use.caller.userId &&
    opener.application_id === use.application.id &&
    opener.channel_id === use.channel.id &&
    opener.modal?.custom_id === customId
  )
}

/** The message whose component opened the modal; it may be gone by now. */
async function openedFrom(use: Use, { source_message_id: id }: Opener): Promise<Wire | null> {
  const source = id === null ? undefined : await findUsed(use, id)
  const [shown] = source ? await shownMessages(use.work, [source], use.application.bot_id ?? 0n) : []
  return shown ? presentOwn(use.work, shown, use.platform.attachmentUrls) : null
}

interface Input {
  readonly asked: Wire
  readonly given: Wire
  readonly at: FieldPath
}

/** What stands in the labels of a modal, with what was filled in. */
function inputsOf(modal: readonly Wire[], submitted: readonly Wire[]): Input[] {
  return modal.flatMap((label, index) => {
    const asked = label.component as Wire | undefined
    const given = submitted[index]?.component as Wire | undefined
    return asked && given ? [{ asked, given, at: [...COMPONENTS, index, 'component'] }] : []
  })
}

/** Each file must be part of the request, and of a type that is asked for: 50123. [MOD-19] */
function checkUploads(use: Use, { asked, given, at }: Input, faults: Faults): void {
  if (asked.type !== ComponentType.FILE_UPLOAD) return
  for (const [index, value] of (given.values as string[]).entries()) {
    const file = use.files.find((entry, position) => String(entry.index ?? position) === value)
    if (!file) faults.add([...at, 'values', index], 'ATTACHMENT_NOT_FOUND', 'The file is not part of the request.')
    else if (!fileTypeAllowed(file.filename, asked.file_types as string[] | undefined))
      throw new ApiError('PROVIDED_FILE_TYPE_INVALID')
  }
}
