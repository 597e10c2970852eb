import { ATTACHMENT_DESCRIPTION_MAX } from '@guildhall/protocol'
import { EyeOff, FileText, Pencil, X } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { t } from '../../lib/language/text.ts'
import { IconButton } from '../../ui/button.tsx'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { useChanges } from '../../ui/use-changes.ts'
import { sizeText } from './attachment-kinds.ts'
import type { ChosenFile } from './chosen-files.ts'
import styles from './files-to-send.module.css'

const ICON = { size: 16, 'aria-hidden': true } as const

/** The files of the next message, each with its preview, description and spoiler mark. */
export function FilesToSend(props: { files: readonly ChosenFile[]; onChange: (files: readonly ChosenFile[]) => void }) {
  const { files, onChange } = props
  const [described, setDescribed] = useState<string | null>(null)
  if (files.length === 0) return null
  const change = (key: string, changed: Partial<ChosenFile>) =>
    onChange(files.map((chosen) => (chosen.key === key ? { ...chosen, ...changed } : chosen)))
  const open = files.find(({ key }) => key === described)
  return (
    <>
      <ul className={styles.files} aria-label={t('Files to send')}>
        {files.map((chosen) => (
          <li key={chosen.key} className={styles.file}>
            <Preview chosen={chosen} />
            <span className={styles.name} title={chosen.file.name}>
              {chosen.file.name}
            </span>
            <span className={styles.detail}>{chosen.description || sizeText(chosen.file.size)}</span>
            <span className={styles.actions}>
              <IconButton
                label={t('Mark {name} as spoiler', { name: chosen.file.name })}
                aria-pressed={chosen.spoiler}
                onClick={() => change(chosen.key, { spoiler: !chosen.spoiler })}
              >
                <EyeOff {...ICON} />
              </IconButton>
              <IconButton
                label={t('Describe {name}', { name: chosen.file.name })}
                onClick={() => setDescribed(chosen.key)}
              >
                <Pencil {...ICON} />
              </IconButton>
              <IconButton
                label={t('Remove {name}', { name: chosen.file.name })}
                onClick={() => onChange(files.filter(({ key }) => key !== chosen.key))}
              >
                <X {...ICON} />
              </IconButton>
            </span>
          </li>
        ))}
      </ul>
      {open && (
        <Description
          chosen={open}
          onSave={(description) => {
            change(open.key, { description })
            setDescribed(null)
          }}
          onClose={() => setDescribed(null)}
        />
      )}
    </>
  )
}

function Preview({ chosen: { file, spoiler } }: { chosen: ChosenFile }) {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    // A picture of this page's own could contain scripts as SVG; an <img> never runs them.
    if (!file.type.startsWith('image/')) return
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return (
    <span className={styles.preview} data-spoiler={spoiler || undefined}>
      {address ? <img src={address} alt="" /> : <FileText size={32} aria-hidden />}
    </span>
  )
}

function Description(props: { chosen: ChosenFile; onSave: (text: string) => void; onClose: () => void }) {
  const { chosen, onSave, onClose } = props
  const changes = useChanges({ description: chosen.description })
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    onSave(changes.values.description.trim())
  }
  return (
    <Dialog title={t('Describe {name}', { name: chosen.file.name })} onClose={onClose} holdsText>
      <form className={form.form} onSubmit={submit}>
        <TextArea
          label={t('Description')}
          {...changes.text('description')}
          hint={t('Read to people who do not see the file.')}
          maxLength={ATTACHMENT_DESCRIPTION_MAX}
          autoFocus
        />
        <DialogButtons action={t('Save')} onCancel={onClose} changes={changes} />
      </form>
    </Dialog>
  )
}
