import { lazyRouteComponent } from '@tanstack/react-router'
import { loadOperatorTexts } from '../../lib/language/language.ts'

export const Administration = lazyRouteComponent(async () => {
  const texts = loadOperatorTexts().catch((error: unknown) => console.warn('Texts could not be loaded', error))
  const { Administration } = await import('./administration.tsx')
  await texts
  return { Administration }
}, 'Administration')
