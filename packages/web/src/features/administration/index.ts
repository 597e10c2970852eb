import { lazyRouteComponent } from '@tanstack/react-router'
import { loadOperatorTexts } from '../../lib/language/language.ts'

export const Administration = lazyRouteComponent(async () => {
  const [pages] = await Promise.all([import('./administration.tsx'), loadOperatorTexts()])
  return pages
}, 'Administration')
