export const lettersApi = {
  pictures: '/api/letters/pictures',
  picture: '/api/letters/pictures/:name',
  links: '/api/letters/links',
} as const;
