import { Suspense } from 'react'
import { useClientState } from '../../gateway/react.tsx'
import { lazy } from '../../ui/lazy.tsx'

const ModalForm = lazy(() => import('./modal-form.tsx'))

/** The modal that an application has opened. Loaded with the first one. */
export function ModalHost() {
  const modal = useClientState((state) => state.modal)
  if (!modal) return null
  return (
    <Suspense fallback={null}>
      <ModalForm key={modal.id} modal={modal} />
    </Suspense>
  )
}
