/** What the documents spell the British way, and how a contract under American law has it. */
const spellings: [RegExp, string][] = [
  [
    /\b(anonym|author|capital|categor|character|custom|digit|final|formal|general|harmon|initial|item|local|maxim|memor|minim|mobil|monet|neutral|normal|optim|organ|personal|priorit|pseudonym|real|recogn|special|standard|summar|synchron|unauthor|util|visual)is(?=(?:e|ed|es|ing|able|ation|ations|ational|er|ers)\b)/gi,
    '$1iz',
  ],
  [/\b(behavi|col|fav|flav|harb|hon|lab|neighb|endeav)our/gi, '$1or'],
  [/\b((?:sub)?licen|defen|offen|preten)ce/gi, '$1se'],
  [/\b(instal)(?=ments?\b)/gi, '$1l'],
  [/\b(fulfil)(?=s?\b|ment)/gi, '$1l'],
  [/\b(cancel|label|model|signal|travel|total)l(?=ed|ing|er)/gi, '$1'],
  [/\b(analy)s(?=e\b|ed|ing)/gi, '$1z'],
  [/\b(acknowledg|judg)e(?=ments?\b)/gi, '$1'],
  [/\b(program)me(?=s?\b)/gi, '$1'],
  [/\b(cent|met|lit)re(?=s?\b)/gi, '$1er'],
  [/\b(practi)s(?=e|ing)/gi, '$1c'],
  [/\b(che)que/gi, '$1ck'],
  [/\b(wh)ilst\b/gi, '$1ile'],
];

export const inAmerican = (words: string): string =>
  spellings.reduce((made, [british, american]) => made.replace(british, american), words);
