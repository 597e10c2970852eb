import type { GuildRecord } from '@guildhall/client/records'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Entity } from '../../domain/entities/entities.ts'
import { EntityBox } from '../../domain/entities/entity-box.tsx'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog, Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { ErrorText, Field } from '../../ui/field.tsx'
import { Row, Rows, Section } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'

/** Leaving for members; deleting and transferring for the owner. */
export function GuildDanger({ guild }: { guild: GuildRecord }) {
  const client = useClient()
  const navigate = useNavigate()
  const saving = useSave()
  const owner = useClientState(({ self }) => self?.id === guild.owner_id)
  const [open, setOpen] = useState<'leave' | 'delete' | 'transfer' | null>(null)
  const close = () => setOpen(null)

  async function end(request: () => Promise<unknown>) {
    if (await saving.run(request)) await navigate({ to: '/channels/$guildId', params: { guildId: '@me' } })
  }

  return (
    <Section title={t('Ownership')}>
      <Rows>
        {owner ? (
          <>
            <Row title={t('Transfer ownership')} detail={t('Another member becomes the owner. You keep your roles.')}>
              <Button onClick={() => setOpen('transfer')}>{t('Transfer ownership')}</Button>
            </Row>
            <Row title={t('Delete guild')} detail={t('Deletes all channels and messages. There is no way back.')}>
              <Button look="danger" onClick={() => setOpen('delete')}>
                {t('Delete guild')}
              </Button>
            </Row>
          </>
        ) : (
          <Row title={t('Leave guild')} detail={t('You need another invite to come back.')}>
            <Button look="danger" onClick={() => setOpen('leave')}>
              {t('Leave guild')}
            </Button>
          </Row>
        )}
      </Rows>
      {open === 'delete' && (
        <ConfirmDialog
          title={t('Delete {name}?', { name: guild.name })}
          description={saving.error ?? t('All channels, messages and settings of the guild are deleted.')}
          action={t('Delete guild')}
          danger
          busy={saving.busy}
          onConfirm={() => void end(() => client.api.call('delete_guild', { params: { guild_id: guild.id } }))}
          onClose={close}
        />
      )}
      {open === 'leave' && (
        <ConfirmDialog
          title={t('Leave {name}?', { name: guild.name })}
          description={saving.error ?? t('You need another invite to come back.')}
          action={t('Leave guild')}
          danger
          busy={saving.busy}
          onConfirm={() => void end(() => client.api.call('leave_guild', { params: { guild_id: guild.id } }))}
          onClose={close}
        />
      )}
      {open === 'transfer' && <Transfer guild={guild} onClose={close} />}
    </Section>
  )
}

function Transfer({ guild, onClose }: { guild: GuildRecord; onClose: () => void }) {
  const client = useClient()
  const saving = useSave()
  const [chosen, setChosen] = useState<readonly Entity[]>([])
  const [user] = chosen
  async function transfer() {
    if (!user) return
    const body = { owner_id: user.value }
    const done = await saving.run(async () =>
      client.apply('GUILD_UPDATE', await client.api.call('update_guild', { params: { guild_id: guild.id }, body })),
    )
    if (done) onClose()
  }
  return (
    <Dialog title={t('Transfer {name}', { name: guild.name })} onClose={onClose} holdsText>
      <Field label={t('New owner')} error={saving.errorOf('owner_id')}>
        {({ id }) => (
          <EntityBox
            id={id}
            kind="user"
            place={{ channelId: '', guildId: guild.id }}
            placeholder={t('Search members')}
            chosen={chosen}
            onChange={setChosen}
          />
        )}
      </Field>
      {saving.error && <ErrorText>{saving.error}</ErrorText>}
      <DialogButtons
        action={user ? t('Transfer to {label}', { label: user.label }) : t('Transfer')}
        danger
        busy={saving.busy}
        disabled={!user}
        onAction={() => void transfer()}
        onCancel={onClose}
      />
    </Dialog>
  )
}
