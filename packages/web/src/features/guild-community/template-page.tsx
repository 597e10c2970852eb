import { GUILD_NAME_MAX } from '@guildhall/protocol'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { messageOf } from '../../api/client.ts'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { Page } from '../../ui/page.tsx'
import { useSave } from '../../ui/use-save.ts'

/** The page of a template's link: creates a guild from it. */
export function TemplatePage() {
  const { code } = useParams({ from: '/template/$code' })
  const client = useClient()
  const navigate = useNavigate()
  const saving = useSave()
  const { data, error } = useQuery({
    queryKey: ['template', code],
    queryFn: () => client.api.call('get_guild_template', { params: { code } }),
    retry: false,
  })
  if (error) {
    return (
      <Page title={t('This template is not valid')}>
        <ErrorText>{messageOf(error)}</ErrorText>
      </Page>
    )
  }
  if (!data) return <Page title={t('Template')}>{null}</Page>

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name'))
    void saving.run(async () => {
      const { id } = await client.api.call('create_guild_from_template', { params: { code }, body: { name } })
      await navigate({ to: '/channels/$guildId', params: { guildId: id } })
    })
  }

  const { channels, roles } = data.serialized_source_guild
  const counts = { channels: channels.length, roles: roles.length }
  return (
    <Page title={data.name}>
      {data.description && <p>{data.description}</p>}
      <p>
        {data.creator
          ? t(
              'A guild with {channels, plural, one {# channel} other {# channels}} and {roles, plural, one {# role} other {# roles}}, by {username}.',
              { ...counts, username: data.creator.username },
            )
          : t(
              'A guild with {channels, plural, one {# channel} other {# channels}} and {roles, plural, one {# role} other {# roles}}.',
              counts,
            )}
      </p>
      <form className={form.form} onSubmit={submit}>
        <TextField
          label={t('Name of the new guild')}
          name="name"
          required
          minLength={2}
          maxLength={GUILD_NAME_MAX}
          autoFocus
          error={saving.error ?? undefined}
        />
        <Button type="submit" look="primary" busy={saving.busy}>
          {t('Create guild')}
        </Button>
      </form>
    </Page>
  )
}
