import type { GuildObject, GuildTemplateObject } from '@guildhall/protocol'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { messageOf } from '../../api/client.ts'
import { useClient } from '../../gateway/react.tsx'
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
  const path = `/guilds/templates/${encodeURIComponent(code)}`
  const { data, error } = useQuery({
    queryKey: ['template', code],
    queryFn: () => client.api.get<GuildTemplateObject>(path),
    retry: false,
  })
  if (error) {
    return (
      <Page title="This template is not valid">
        <ErrorText>{messageOf(error)}</ErrorText>
      </Page>
    )
  }
  if (!data) return <Page title="Template">{null}</Page>

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name'))
    void saving.run(async () => {
      const { id } = await client.api.post<GuildObject>(path, { name })
      await navigate({ to: '/channels/$guildId', params: { guildId: id } })
    })
  }

  const { channels, roles } = data.serialized_source_guild
  return (
    <Page title={data.name}>
      {data.description && <p>{data.description}</p>}
      <p>
        A guild with {channels.length} {channels.length === 1 ? 'channel' : 'channels'} and {roles.length}{' '}
        {roles.length === 1 ? 'role' : 'roles'}
        {data.creator && `, by ${data.creator.username}`}.
      </p>
      <form className={form.form} onSubmit={submit}>
        <TextField
          label="Name of the new guild"
          name="name"
          required
          minLength={2}
          maxLength={100}
          autoFocus
          error={saving.error ?? undefined}
        />
        <Button type="submit" look="primary" busy={saving.busy}>
          Create guild
        </Button>
      </form>
    </Page>
  )
}
