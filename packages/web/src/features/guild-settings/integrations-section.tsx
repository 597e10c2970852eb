import type { IntegrationObject } from '@guildhall/protocol'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { SectionProps } from '../../domain/guilds/section.ts'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { AppIcon } from '../../ui/app-icon.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { Row, Rows, Section } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'
import { CommandPermissions } from './command-permissions.tsx'

/** The apps of a guild, or the permissions of one app's commands. */
export function IntegrationsSection({ guildId, open }: SectionProps) {
  const client = useClient()
  const [removed, setRemoved] = useState<IntegrationObject | null>(null)
  const query = useQuery({
    queryKey: ['integrations', guildId],
    queryFn: () => client.api.call('list_guild_integrations', { params: { guild_id: guildId } }),
    staleTime: 0,
  })
  const opened = query.data?.find(({ id }) => id === open)
  if (opened?.application) {
    return (
      <>
        <CommandPermissions guildId={guildId} application={opened.application} />
        <Section title={t('Removal')}>
          <p>
            <Button look="danger" onClick={() => setRemoved(opened)}>
              {t('Remove {name}', { name: opened.name })}
            </Button>
          </p>
        </Section>
        {removed && <RemoveApp guildId={guildId} integration={removed} onClose={() => setRemoved(null)} />}
      </>
    )
  }
  return (
    <Section title={t('Integrations')} description={t('Apps with a bot or commands in this guild.')}>
      <ListState query={query} empty={t('No app is in this guild. Its author has a link that adds it.')}>
        {(integrations) => (
          <Rows>
            {integrations.map((integration) => (
              <Row
                key={integration.id}
                picture={integration.application && <AppIcon application={integration.application} />}
                title={integration.name}
                detail={detailOf(integration)}
              >
                <Link
                  to="/guilds/$guildId/settings/$"
                  params={{ guildId, _splat: `integrations/${integration.id}` }}
                  aria-label={t('Manage {name}', { name: integration.name })}
                >
                  {t('Manage')}
                </Link>
              </Row>
            ))}
          </Rows>
        )}
      </ListState>
    </Section>
  )
}

function detailOf({ user, scopes }: IntegrationObject): string {
  const origin = user ? t('Added by {username}', { username: user.username }) : t('An app')
  return scopes?.includes('bot') ? `${origin} · ${t('with a bot')}` : origin
}

function RemoveApp(props: { guildId: string; integration: IntegrationObject; onClose: () => void }) {
  const { guildId, integration, onClose } = props
  const client = useClient()
  const navigate = useNavigate()
  const saving = useSave()
  async function remove() {
    if (
      !(await saving.run(() =>
        client.api.call('delete_guild_integration', { params: { guild_id: guildId, integration_id: integration.id } }),
      ))
    )
      return
    onClose()
    await navigate({ to: '/guilds/$guildId/settings/$', params: { guildId, _splat: 'integrations' } })
  }
  return (
    <ConfirmDialog
      title={t('Remove {name}?', { name: integration.name })}
      description={saving.error ?? t('Its bot leaves the guild, and its commands and webhooks are deleted.')}
      action={t('Remove')}
      danger
      busy={saving.busy}
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  )
}
