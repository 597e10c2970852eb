import { GUILD_NAME_MAX } from '@guildhall/protocol'
import { useNavigate } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { welcomes } from '../../domain/invites/after-joining.ts'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { useSave } from '../../ui/use-save.ts'

/** A dialog that creates a guild, or joins one by an invite. */
export function NewGuild({ onClose }: { onClose: () => void }) {
  const client = useClient()
  const navigate = useNavigate()
  const saving = useSave()
  const joining = useSave()

  function create(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name'))
    void saving.run(async () => {
      const { id } = await client.api.call('create_guild', { body: { name } })
      onClose()
      await navigate({ to: '/channels/$guildId', params: { guildId: id } })
    })
  }

  function join(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const link = String(new FormData(event.currentTarget).get('code')).trim()
    const code = link.split('/').at(-1) ?? ''
    void joining.run(async () => {
      if (link.includes('/template/')) return navigate({ to: '/template/$code', params: { code } })
      const { guild } = await client.api.call('accept_invite', { params: { code } })
      onClose()
      if (!guild) return
      const to = (await welcomes(client, guild)) ? '/channels/$guildId/welcome' : '/channels/$guildId'
      await navigate({ to, params: { guildId: guild.id } })
    })
  }

  return (
    <Dialog title={t('Add a guild')} onClose={onClose}>
      <form className={form.form} onSubmit={create}>
        <TextField
          label={t('Name')}
          name="name"
          required
          minLength={2}
          maxLength={GUILD_NAME_MAX}
          autoFocus
          error={saving.error ?? undefined}
        />
        <DialogActions>
          <Button type="submit" look="primary" busy={saving.busy}>
            {t('Create')}
          </Button>
        </DialogActions>
      </form>
      <form className={form.form} onSubmit={join}>
        <TextField
          label={t('Invite link or code')}
          name="code"
          required
          hint={t('Or the link of a template')}
          error={joining.error ?? undefined}
        />
        <DialogActions>
          <Button type="submit" busy={joining.busy}>
            {t('Join')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
