import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../../api/client.ts'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { ErrorText } from '../../ui/field.tsx'
import { Section } from '../../ui/sections.tsx'
import { ActivityForm } from './activity-form.tsx'
import { CustomLinks } from './custom-links.tsx'
import { MappingsForm } from './mappings-form.tsx'
import { OverrideForm } from './override-form.tsx'
import type { SectionProps } from './section-props.ts'

/** The activity of an application: the hosts that serve it, and how clients show it. */
export function ActivitiesSection({ application }: SectionProps) {
  const client = useClient()
  const proxy = useQuery({
    queryKey: ['proxy-config', application.id],
    queryFn: () => client.api.call('get_proxy_config', { params: { application_id: application.id } }),
    staleTime: 0,
  })
  const config = useQuery({
    queryKey: ['embedded-activity-config', application.id],
    queryFn: () => client.api.call('get_embedded_activity_config', { params: { application_id: application.id } }),
    staleTime: 0,
  })
  const error = proxy.error ?? config.error
  return (
    <>
      <Section
        title={t('URL mappings')}
        description={t(
          'An activity is a web page of yours inside Guildhall. All its requests go through a proxy, which sends each path to the host of the first matching prefix. The first mapping makes the application an activity with the command launch.',
        )}
      >
        {error && <ErrorText>{messageOf(error)}</ErrorText>}
        {proxy.data && <MappingsForm applicationId={application.id} stored={proxy.data.url_map} />}
      </Section>
      {config.data && (
        <Section title={t('Activity settings')} description={t('The look of the activity in clients.')}>
          <ActivityForm applicationId={application.id} config={config.data} onSaved={() => config.refetch()} />
        </Section>
      )}
      {config.data && <CustomLinks application={application} />}
      <Section
        title={t('Local page')}
        description={t(
          "Shows a page of this computer in place of the activity's, in this browser only and without the proxy. Others see the page of the URL mappings.",
        )}
      >
        <OverrideForm applicationId={application.id} />
      </Section>
    </>
  )
}
