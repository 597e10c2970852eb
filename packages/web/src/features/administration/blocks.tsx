import type { ResponseOf } from '@guildhall/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiFailure } from '../../api/client.ts'
import { useClient } from '../../gateway/react.tsx'
import { type Message, msg, t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { ErrorText, SelectField, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { ListState } from '../../ui/list-state.tsx'
import { Section } from '../../ui/sections.tsx'
import { useChanges } from '../../ui/use-changes.ts'
import { useSave } from '../../ui/use-save.ts'
import { Table } from './table.tsx'

type Kind = ResponseOf<'create_block'>['kind']

const KINDS: Readonly<Record<Kind, { label: Message; hint: Message }>> = {
  word: { label: msg('Word'), hint: msg('A word or phrase, whole and in any case.') },
  link: { label: msg('Link'), hint: msg('A domain with those below it, or an address.') },
  file_sha256: { label: msg('File'), hint: msg('The SHA-256 of the file, 64 hexadecimal digits.') },
  mail_domain: { label: msg('Domain of mail'), hint: msg('Addresses of it may not register.') },
  network: { label: msg('Network'), hint: msg('Such as 203.0.113.0/24. It may not register.') },
}

/** Blocks of registrations, and of everyone's messages and files. Moderators do not see them. */
export function Blocks() {
  const { api } = useClient()
  const queries = useQueryClient()
  const saving = useSave()
  const [isOpen, setOpen] = useState(false)
  const blocks = useQuery({
    queryKey: ['administration', 'blocks'],
    queryFn: () => api.call('list_blocks'),
    retry: false,
    staleTime: 0,
  })
  const refresh = () => queries.invalidateQueries({ queryKey: ['administration', 'blocks'] })
  const lift = async (id: string) => {
    await api.call('delete_block', { params: { block_id: id } })
    await refresh()
  }
  if (blocks.error instanceof ApiFailure && blocks.error.status === 403) return null
  return (
    <Section title={t('Blocks')} description={t('Blocked words, links and files hold for everyone’s messages.')}>
      <div>
        <Button look="primary" onClick={() => setOpen(true)}>
          {t('New block')}
        </Button>
      </div>
      {saving.error && <ErrorText>{saving.error}</ErrorText>}
      <ListState query={blocks} empty={t('Nothing is blocked.')}>
        {(rows) => (
          <Table
            caption={t('Blocks')}
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              [t('Kind'), ({ kind }) => t(KINDS[kind].label)],
              [t('Value'), ({ value }) => value],
              [t('Note'), ({ note }) => note ?? ''],
              [
                t('Action'),
                ({ id }) => (
                  <Button size="small" onClick={() => void saving.run(() => lift(id))}>
                    {t('Delete')}
                  </Button>
                ),
              ],
            ]}
          />
        )}
      </ListState>
      {isOpen && (
        <NewBlock
          onClose={() => {
            setOpen(false)
            void refresh()
          }}
        />
      )}
    </Section>
  )
}

function NewBlock({ onClose }: { onClose: () => void }) {
  const { api } = useClient()
  const changes = useChanges<{ kind: Kind; value: string; note: string }>(
    { kind: 'word', value: '', note: '' },
    { isNew: true },
  )
  const saving = useSave()
  const { kind, value, note } = changes.values
  const create = () => api.call('create_block', { body: { kind, value, note: note.trim() || null } })
  return (
    <Dialog title={t('New block')} onClose={onClose}>
      <form className={form.form} onSubmit={changes.onSubmit(saving, create, onClose)}>
        <SelectField
          label={t('Kind')}
          value={kind}
          onChange={({ target }) => changes.set({ kind: target.value as Kind })}
        >
          {Object.entries(KINDS).map(([name, { label }]) => (
            <option key={name} value={name}>
              {t(label)}
            </option>
          ))}
        </SelectField>
        <TextField
          label={t('Value')}
          required
          autoComplete="off"
          hint={t(KINDS[kind].hint)}
          error={saving.errorOf('value')}
          {...changes.text('value')}
        />
        <TextField
          label={t('Note')}
          hint={t('Only operators see it.')}
          error={saving.errorOf('note')}
          {...changes.text('note')}
        />
        {saving.error && <ErrorText>{saving.error}</ErrorText>}
        <DialogButtons action={t('Create')} busy={saving.busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
