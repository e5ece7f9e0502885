export { default } from '#ui/living.tsx';

export const head = () => ({
  title: 'Paper, ink, pen, marker',
  description: 'Every primitive with its states.',
});
