import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText, StatusText } from '../../ui/field.tsx'
import { Section } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'

/** Time between two looks whether a package is ready. */
const LOOK_MS = 2_000
/** Statuses of a package. */
const FAILED = 2
const COMPLETED = 3

/** A package of everything that the person wrote and uploaded. */
export function DataPart() {
  const { api, account } = useClient()
  const saving = useSave()
  const [isRefused, setRefused] = useState(false)
  const { data, refetch } = useQuery({
    queryKey: ['harvest'],
    queryFn: async () => (await api.call('get_harvest')) ?? null,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data && isMade(data.status) ? LOOK_MS : false),
  })
  const request = async () => {
    setRefused(false)
    await api.call('create_harvest', { body: {} }).catch((error: unknown) => {
      if ((error as { status?: number }).status !== 429) throw error
      setRefused(true)
    })
    await refetch()
  }
  // The address works with the session of the person only, which links do not send.
  const download = async (url: string) => {
    const response = await fetch(url, { headers: { authorization: account.token } })
    if (!response.ok) throw new Error(t('The package can be downloaded no more.'))
    const address = URL.createObjectURL(await response.blob())
    Object.assign(document.createElement('a'), { href: address, download: t('my-data.zip') }).click()
    URL.revokeObjectURL(address)
  }
  const url = data?.status === COMPLETED ? data.download_url : undefined
  return (
    <Section
      title={t('Your data')}
      description={t('A zip of everything that you wrote and uploaded. You can ask for it once in 24 hours.')}
    >
      {saving.error && <ErrorText>{saving.error}</ErrorText>}
      {isRefused && <StatusText>{t('You have asked in the last 24 hours.')}</StatusText>}
      {data && isMade(data.status) && <StatusText>{t('Your data is being collected.')}</StatusText>}
      {data?.status === FAILED && <ErrorText>{t('The package could not be made. You can ask again.')}</ErrorText>}
      {url !== undefined && <StatusText>{t('Your data is ready, for 7 days.')}</StatusText>}
      <div>
        {url !== undefined && (
          <Button look="primary" busy={saving.busy} onClick={() => void saving.run(() => download(url))}>
            {t('Download my data')}
          </Button>
        )}
        <Button busy={saving.busy} onClick={() => void saving.run(request)}>
          {t('Request my data')}
        </Button>
      </div>
    </Section>
  )
}

const isMade = (status: number): boolean => status !== FAILED && status !== COMPLETED
