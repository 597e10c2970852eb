import './styles/base.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { retryFailedStyles } from './lib/failed-styles.ts'
import { applyLanguage, deviceLanguage } from './lib/language/language.ts'
import { followNotifications } from './lib/opened-notifications.ts'
import { router } from './routes.tsx'
import { followOtherWindows } from './session/accounts.ts'
import { applyTheme } from './session/theme.ts'

applyTheme()
retryFailedStyles()
followOtherWindows()
followNotifications((path) => void router.navigate({ href: path }))
// A catalogue that cannot be loaded leaves the app in English.
await applyLanguage(deviceLanguage()).catch((error: unknown) => console.warn('The language could not be loaded', error))
const queries = new QueryClient({ defaultOptions: { queries: { retry: 1, staleTime: 30_000 } } })
const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
}
