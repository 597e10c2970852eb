import type { OpenModal } from '@guildhall/client/records'
import { InteractionType } from '@guildhall/protocol'
import { type FormEvent, useState } from 'react'
import { ApiFailure, messageOf } from '../../api/client.ts'
import { startInteraction } from '../../domain/interactions/start.ts'
import { Markdown } from '../../domain/markdown/markdown.tsx'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { ErrorText } from '../../ui/field.tsx'
import {
  faultOf,
  initialValue,
  type ModalValue,
  type ModalValues,
  modalFields,
  modalParts,
  submissionOf,
} from './modal-fields.ts'
import styles from './modal-form.module.css'
import { ModalInput } from './modal-input.tsx'

/** A form that an application asks the person to fill in. */
export default function ModalForm({ modal }: { modal: OpenModal }) {
  const client = useClient()
  const { values, errorOf, change, submit, busy, failure } = useModal(modal)
  const close = () => client.do('modal closed', { id: modal.id })
  return (
    <Dialog
      title={modal.title}
      description={t('This form is sent to {name}. Do not enter passwords.', { name: modal.application.name })}
      width="medium"
      holdsText
      onClose={close}
    >
      <form ref={focusFirst} className={styles.form} noValidate onSubmit={submit}>
        {modalParts(modal.components).map((part, index) =>
          part.kind === 'text' ? (
            <div key={`${index}`} className={styles.text}>
              <Markdown text={part.text} guildId={modal.guildId ?? undefined} />
            </div>
          ) : (
            <ModalInput
              key={part.field.input.custom_id}
              field={part.field}
              value={values[part.field.input.custom_id] ?? initialValue(part.field.input)}
              error={errorOf(part.field.input.custom_id)}
              place={{ channelId: modal.channelId, guildId: modal.guildId }}
              onChange={(value) => change(part.field.input.custom_id, value)}
            />
          ),
        )}
        {failure && <ErrorText>{failure}</ErrorText>}
        <DialogButtons action={t('Submit')} busy={busy} onCancel={close} />
      </form>
    </Dialog>
  )
}

/** Puts the focus on the first control: the dialog puts it on its own first button. */
function focusFirst(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('input, textarea, button')?.focus()
}

function useModal(modal: OpenModal) {
  const client = useClient()
  const [values, setValues] = useState<ModalValues>({})
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const fields = modalFields(modal.components)

  async function send() {
    setTried(true)
    const submission = submissionOf(modal.components, values)
    if ('errors' in submission || busy) return
    setBusy(true)
    setFailure(null)
    try {
      await startInteraction(client, {
        type: InteractionType.MODAL_SUBMIT,
        applicationId: modal.application.id,
        channelId: modal.channelId,
        guildId: modal.guildId,
        data: { id: modal.id, custom_id: modal.customId, components: submission.components },
        files: submission.files,
        isForm: true,
        note: { application: modal.application, command: null },
      })
      client.do('modal closed', { id: modal.id })
    } catch (error) {
      const byField = Object.fromEntries(
        fields.flatMap(({ input, path }) => {
          const fault = error instanceof ApiFailure && error.ofField(['data', 'components', ...path])
          return fault ? [[input.custom_id, fault]] : []
        }),
      )
      setRefused(byField)
      if (Object.keys(byField).length === 0) setFailure(messageOf(error))
      setBusy(false)
    }
  }

  return {
    values,
    busy,
    failure,
    change(customId: string, value: ModalValue) {
      setValues((known) => ({ ...known, [customId]: value }))
      setRefused(({ [customId]: _changed, ...rest }) => rest)
    },
    errorOf(customId: string): string | undefined {
      const field = fields.find(({ input }) => input.custom_id === customId)
      if (!field || !tried) return undefined
      return faultOf(field.input, values[customId] ?? initialValue(field.input)) ?? refused[customId]
    },
    submit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault()
      const target = event.currentTarget
      void send().then(() => {
        // Once the faults are shown.
        requestAnimationFrame(() => {
          const wrong = target.querySelector<HTMLElement>('[aria-invalid="true"]')
          const control = wrong?.matches('input, textarea') ? wrong : wrong?.querySelector('input')
          control?.focus()
        })
      })
    },
  }
}
