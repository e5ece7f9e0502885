import type { Stated } from './facts.ts';
import { pattern } from './plain.ts';

/** What a page, a plan or a report is told in a sentence: about what, for whom, signed by whom, how often, why. English, German, French and Spanish build it alike: a word that leads, then what it leads to. */

const person = String.raw`(\p{Lu}[\p{L}'-]+(?: (?:(?:van|von|de|der|del|da) )*\p{Lu}[\p{L}'-]+){0,2})`;
const called = String.raw`(\p{Lu}[\p{L}\p{N}&'-]*(?: (?:\p{Lu}[\p{L}\p{N}&'-]*|\d+(?:\.\d+)*)){0,3})`;

// Where one part of a sentence ends and the next begins.
const next = String.raw`for|to|with|on|by|from|in(?= (?:our|the|my|\p{Lu}))|at|that|which|who|because|due to|since|and (?:we|i|it|they|she|he|my|our)|so that|signed|sent|starting|start|before|until|every|each|once|owner|led|run|is|are|was|were|für|mit|von|ab|am|bis|jede\w*|wegen|weil|damit|im|in der|unterschrieben|pour|avec|chaque|dès|le \d|du \d|à cause|car|afin|signée?|para|con|cada|el \d|desde|porque|firmad[oa]`;
const stop = String.raw`(?=\s*(?:[,;:!?()]|\.(?:\s|$)|$| - )|\s+(?:${next})(?![\p{L}]))`;
const phrase = String.raw`((?!\d|(?:with|mit|avec|con|on|at|am|um|le|el|for|an?)(?![\p{L}]) (?:\d|\p{Lu})|(?:my|our|us|me|you|the team)(?![\p{L}]))[^,.;:!?()]{2,90}?)${stop}`;
/** Everything up to the next comma or stop, where "for" and "with" belong to it. */
const clause = String.raw`((?:[^,.;:!?()]|\.(?=\S)|:(?=\d)){3,140}?)(?=\s*(?:[,;!?()]|:\s|\.(?:\s|$)|$| - ))`;

const article = String.raw`(?:(?:our|the|my|all|die|der|den|das|dem|unsere?[mnr]?|les|la|le|nos|los|las|el|nuestr[oa]s?) |l')*`;
/** Several of a kind, as an audience is: "restaurant owners", "indie Steuerberater", "petits restaurants". */
const many = String.raw`((?:[\p{L}-]+ ){0,2}?[\p{L}-]*(?:s|people|children|parents|eltern|berater|inhaber|betriebe|händler|leiter|kunden|innen|nutzer|gründer|ärzte|lehrer|leute|praxen|teams|vereine|firmen)(?: (?:de|d') ?\p{Ll}+| with [\p{L}]+)?)(?![\p{L}'-])`;

const first = (text: string, ...sources: string[]): string | null => {
  for (const source of sources) {
    const found = pattern(source, 'u').exec(text)?.slice(1).find(Boolean)?.trim();
    if (found) return found;
  }
  return null;
};

/** The names people give to what they ask for, before they say what it is about. */
const papers =
  '[Nn]ewsletter|[Mm]ailing|[Aa]genda|[Tt]agesordnung|[Oo]rdre du jour|[Oo]rden del d[ií]a|[Mm]eeting|[Pp]rd|PRD|[Ss]pec(?:ification|s)?|[Rr]equirements?|[Ll]astenheft|[Uu]ser [Ss]tories|[Ss]tories|[Bb]acklog|SOP|sop|[Pp]rocedure|[Pp]rocédure|[Pp]rocedimiento|[Rr]unbook|[Cc]hecklist|[Ii]nstructions?|[Aa]rbeitsanweisung|[Aa]nleitung|[Ss]teps|[Pp]ost[- ]?[Mm]ortem|[Rr]eport|[Ii]nforme|[Rr]apport|[Bb]ericht|[Hh]istorias de usuario|[Nn]utzergeschichten|[Rr]écits? utilisateur|(?:to|should|shall) build|[Bb]uilding|[Dd]eveloping|[Ff]iche|[Gg]uide|[Gg]uía|[Ii]nstrucciones|[Aa]blauf|[Cc]ahier des charges|[Ee]specificación';

function topicIn(text: string, slug: string): string | null {
  switch (slug) {
    case 'meeting-agenda':
      return first(
        text,
        String.raw`\b(?:decide(?: on)?|discuss|go through|agree on|besprechen|discuter(?: de)?|hablar de|decidir(?: sobre)?) (?!what|who|it)${phrase}`,
        String.raw`\b(?:[Tt]opic|[Tt]hema|[Ss]ujet|[Tt]ema|[Aa]bout|über|sur|sobre)(?: is| ist|:)? ${article}${phrase}`,
        String.raw`(?:[Aa]genda|[Tt]agesordnung|[Oo]rdre du jour|[Oo]rden del día) ?[:,-] (?!\d)${phrase}`,
        String.raw`(?:[Rr]éunion|[Rr]eunión|[Bb]esprechung|[Mm]eeting|[Tt]reffen)(?: (?:for|on|of|zu[mr]?|de|du|del|zum Thema))? (?!avec|with|mit|con|am|le|el|on)${phrase}`,
        String.raw`(?:^|[^\p{L}])(?:minutes?|min|hours?|our|the|a|an)[ -](?!the |a |\d)((?:[\p{Ll}\p{N}-]+ ){0,2}?[\p{Ll}\p{N}-]+) (?:meeting|call|session|workshop)(?![\p{L}])`,
      );
    case 'interview-script':
      return first(
        text,
        String.raw`\b(?:learn|find out|understand|know|hear|herausfinden|verstehen|wissen|erfahren|comprendre|savoir|découvrir|saber|entender|averiguar)(?: more)?(?: about|,)? ((?:how|why|what|when|whether|wie|warum|was|ob|comment|pourquoi|ce que|cómo|por qué|qué)\b${clause.slice(1)}`,
        String.raw`\b(?:about|über|sur|sobre) ${clause}`,
      );
    case 'post-mortem':
      return first(
        text,
        String.raw`(?<![\p{L}])((?:[Nn]obody|[Nn]o one|[Uu]sers|[Cc]ustomers|[Pp]eople) (?:could|couldn't|was able|were unable)[^,;.]{3,80})`,
        String.raw`(?:^|[.!?:,] )(?:[Oo]ur |[Tt]he |[Uu]nsere? |[Nn]otre |[Nn]uestr[oa] )?((?:[\p{L}-]+ ){1,4}(?:was|were|went|is|fell|broke|failed|crashed|stopped)(?: [\p{L}\p{N}-]+){0,5}?)(?= (?:on|because|due|from|at|last|this) )`,
        String.raw`(?:${papers})(?: ?[:,-]) ${article}${phrase}`,
        String.raw`(?:${papers}) (?:for|about|on|of|über|zum|zur|sobre|sur|de) ${article}${phrase}`,
      );
    case 'newsletter-issue':
      return (
        first(text, String.raw`\b(?:[Aa]bout|announcing|über|sur|sobre) ${clause}`)?.replace(
          / (?:for|für|pour|para) [\p{L} -]{0,80}s$/u,
          '',
        ) ?? null
      );
    case 'product-spec':
    case 'user-stories':
    case 'sop':
      return first(
        text,
        String.raw`(?:want|need|have|get|like) ${article}([^,.;:]{3,70}?) (?:written down|documented|put in writing|described|explained step)`,
        String.raw`(?:${papers})(?: script| document)?(?:[:,]| (?:for|about|on|of|über|zu[mr]?|für|pour|sur|para|sobre|de)) ${phrase}`,
      );
    case 'press-release':
      return (
        first(
          text,
          String.raw`(?:[Aa]bout|über|sur|sobre) ${clause}`,
          String.raw`(?:[Rr]elease|[Pp]resse|[Pp]rensa|[Pp]ressemitteilung)[,:]? (?:\p{Lu}[\p{L}\p{N}&'-]*(?: \p{Lu}[\p{L}\p{N}&'-]*){0,3}) ((?:\p{Ll}+s|eröffnet|gewinnt|ouvre|rachète|abre|gana) ${clause.slice(1)}`,
        )?.replace(/ (?:on|am|le|el) \d[^]*$/, '') ?? null
      );
    default:
      return null;
  }
}

/** Who stands behind something, by the word that says so. */
const by = (text: string, words: string, doing: string): string | null =>
  first(
    text,
    String.raw`(?<![\p{L}])(?:${words})(?: is| ist| est| es| will be|:| =)? ${person}`,
    String.raw`${person} (?:${doing})(?![\p{L}])`,
  );

const weekday =
  'mon|tues|wednes|thurs|fri|satur|sun|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábado|domingo';
const often = String.raw`(?<![\p{L}])((?:(?:once|twice|one time|two times|three times|einmal|zweimal|une fois|una vez|\d times) (?:an?|per|every|each|pro|die|im|par|al|a la) [\p{L}]+|(?:on the (?:first|last|\d{1,2}(?:st|nd|rd|th)) (?:[\p{L}]+ )?of )?(?:every|each|jede[nrsm]?|chaque|tous les|toutes les|cada|todos los) (?:(?:other|second|two|three|\d+|first|last|zweite\w*|business|working|deux) )?(?:(?:${weekday})[\p{L}]*|day|week|month|quarter|year|morning|evening|night|tag|woche|monat|quartal|morgen|abend|jour|semaine|mois|trimestre|matin|soir|día|semana|mes|mañana|noche|weekday(?: morning| evening)?|workday|werktag|time|tage|wochen|monate|days|weeks|months|hours?|stunden?|heures?|horas?)(?: (?:morning|evening|night|noon|afternoon|früh|abend|matin|soir|por la mañana))?|daily|weekly|monthly|quarterly|täglich|wöchentlich|monatlich)(?:,? (?:at|um|à|a las|a la) \d{1,2}(?::\d{2})?(?: ?(?:am|pm|uhr|h))?)?)(?![\p{L}])`;

/** What the sentence says for the questions of a brief; subjects that are found otherwise are left to it. */
export function briefFacts(facts: Stated, slug: string): Record<string, string | null> {
  const { text, money } = facts;
  const versioned = (name: string | null) =>
    slug === 'changelog-entry' ? (name?.replace(/ v?\d+\.[\d.]+$/, '') ?? null) : name;
  const asked = money.find(({ before }) =>
    /\b(?:ask(?:ing)?(?: for)?|rais(?:e|es|ing)|seek(?:ing|s)?|looking for|need|want|suchen|brauchen|cherchons|levons|lever|buscamos|pedimos|demandons)\b[^.;]{0,16}$/.test(
      before,
    ),
  );
  const place = first(
    text,
    String.raw`(?<![\p{L}\p{N}@./])((?:https?://)?(?:[\p{L}\p{N}-]+\.)+(?:[a-z]{2,3}|example|shop|info|online|store|design|studio|cloud|tech)(?:/[\w./-]*\w)?)(?![\p{L}\p{N}@])`,
  );
  return {
    topic: topicIn(text, slug),
    audience: first(
      text,
      String.raw`(?<![\p{L}])${many} (?:are|is) (?:the|our) (?:target|audience|readers|users|customers)`,
      String.raw`(?:[Tt]alk|[Ss]peak|[Ww]rite|[Rr]each|[Aa]im|[Ss]ell|[Mm]eet|[Ss]preche|[Rr]ede|[Ss]chreibe?)\w*(?: out| it| this)? (?:with|to|at|mit|an) ${article}${many}`,
      String.raw`(?:[Pp]arler (?:à|avec)|[Éé]crire à|[Vv]endre à|[Hh]ablar con|[Ee]scribir a|[Vv]ender a) ${article}${many}`,
      String.raw`(?:[Ii]nterview(?:ing)?|[Tt]arget(?:ing)?|[Aa]udience|[Zz]ielgruppe|[Rr]eaders?|[Cc]ible|[Pp]úblico)(?: group)?(?: is| are| sind|:)? ${article}(?!script|guide|questions)${many}`,
      slug === 'newsletter-issue' ? String.raw`\b(?:to|for|an|für|aux|para) ${article}${many}` : '(?!)',
      String.raw`(?:used by|built for|made for|genutzt von|utilisée? par|usad[oa] por|clientes:|clients:|customers:|kunden:) ${article}${many}`,
      String.raw`(?<![\p{L}])(?:für|pour|para) ${article}${many}${stop}`,
      String.raw`(?<![\p{L}])for (?:all |our |existing |new )?(?!existing|my |investors|angels|hours|days|weeks|months|years|minutes|it's|its|this|sales)${many}(?=\s+and (?:my|our|we|I)(?![\p{L}]))`,
    ),
    customer: first(
      text,
      String.raw`(?:[Ss]tory|[Ss]tudy|[Rr]eference) (?:about|of|on|with|for):? (?:(?:our|the|a) (?:customer|client) )?${called}`,
    ),
    role:
      slug === 'job-post'
        ? first(
            text,
            String.raw`(?:[Aa]nzeige|[Aa]nnonce|[Oo]ferta|[Oo]ffre|[Pp]ost(?:ing)?|[Aa]d|[Vv]acancy|anzeige)\w*(?: für| pour| para| for|,|:)? ?(?:an? |eine?n? |une? |una? )?((?!for|at|d'|we |wir )(?:[\p{L}-]+ ){0,2}[\p{L}/-]{4,})(?= (?:bei|in|at|for|chez|en|à)(?![\p{L}])|,)`,
          )
        : slug === 'onboarding-plan'
          ? first(
              text,
              String.raw`(?:for|für|pour|para) (?:our |the |an? |new )*((?:\p{Ll}+ ){0,2}\p{Ll}{4,}) (?=\p{Lu}\p{Ll}+ \p{Lu})`,
            )
          : null,
    person: first(
      text,
      String.raw`(?:[Cc]olleague|[Hh]ire|[Jj]oiner|[Ee]mployee|[Dd]eveloper|[Dd]esigner|[Mm]itarbeiter(?:in)?|[Kk]olleg(?:e|in)|collègue|compañer[oa])(?: is| named| called|,)? ${person}`,
      String.raw`${person} (?:starts|joins|begins|is joining|will (?:start|join|begin)|fängt|beginnt|startet|commence|arrive|empieza|se incorpora)(?![\p{L}])`,
    ),
    sender: by(
      text,
      String.raw`signed(?: by)?|sender|written by|from|my name is|[Ii] am|[Ii]'m|[Ii]ch bin|[Jj]e suis|[Ss]oy|unterschrieben von|von|signée? par|de la part de|firmad[oa] por|firma`,
      String.raw`signs(?: it)?|writes(?: it)?|sends(?: it)?|unterschreibt|signe|firma`,
    ),
    owner: by(
      text,
      String.raw`[Oo]wner|owned by|[Rr]esponsible(?: person)?|in charge|[Rr]esponsable|[Vv]erantwortlich|zuständig|led by|lead|done by|decided by|entscheidet|décide|decide`,
      String.raw`(?:decides|owns|is (?:in charge|responsible|the owner)|takes care|looks after|leads|runs|does|handles|has the (?:final|last) (?:say|word)|entscheidet|kümmert|ist (?:verantwortlich|zuständig)|macht|décide|s'en occupe|est responsable|decide|se encarga|es responsable)`,
    ),
    buddy: by(
      text,
      String.raw`[Bb]uddy|[Mm]entor(?:in)?|[Mm]entora|[Pp]atin|[Pp]ate|[Pp]arrain|[Mm]arraine|[Tt]utor|[Tt]utora`,
      String.raw`(?:looks after|takes care of|will look after|will take care|shows (?:him|her|them) around|kümmert sich|is (?:his|her|their|the) (?:buddy|mentor)|s'occupe|se encarga|acompaña)`,
    ),
    interviewer: by(
      text,
      String.raw`[Ii]nterviewer`,
      String.raw`(?:asks|interviews|does the interviews|will (?:ask|interview|do)|führt|stellt|mène|entrevista)`,
    ),
    often: first(text, often),
    channel: /linkedin|instagram|facebook|tiktok|youtube|twitter|mastodon|bluesky/i.test(text)
      ? null
      : first(
          text,
          String.raw`(?:on|in|auf|sur|dans|en) ((?:our|the|my|unserem|notre|nuestro) (?:\p{L}+ )?(?:blog|podcast|newsletter|forum|channel|page|website|magazine))`,
        ),
    place:
      slug === 'job-post'
        ? first(
            text,
            String.raw`(?<![\p{L}])(?:in|à|en|based in|at our office in) (?!${'January|February|March|April|May|June|July|August|September|October|November|December|Vollzeit|Teilzeit'})(\p{Lu}\p{L}+(?:[ -]\p{Lu}\p{L}+)?)`,
            String.raw`(?:bei|at|chez|company|en) [^,]{2,40}, (\p{Lu}\p{L}+)(?=[,.]|$)`,
          )
        : null,
    ask: asked ? text.slice(asked.at, asked.end).trim() : null,
    cause: first(
      text,
      String.raw`(?:^|[,;.] )([^,;.]{3,80}?) (?:was|were|is) the (?:reason|cause|culprit|problem)`,
      String.raw`(?<![\p{L}])(?:because of|due to|caused by|on account of|wegen|aufgrund|durch|à cause d(?:e |'|u )|en raison d(?:e |'|u )|debido a|por culpa de|a causa de) ${clause}`,
      String.raw`(?<![\p{L}])(?:because|the (?:cause|reason) was(?: that)?|[Cc]ause:?|weil|car|parce qu(?:e |')|porque) ${clause}`,
    ),
    install: first(
      text,
      String.raw`(?<![\p{L}])((?:npm|pnpm|yarn|pip3?|pipx|uv|cargo|brew|go|gem|composer|apt|apt-get|dotnet|bun|deno|conda|docker|choco|winget|nix|mix|luarocks)(?: global)? (?:install|i|add|get|require|pull|run|tool install)(?: -{1,2}[\w-]+)* [@\w./:-]*\w)`,
      String.raw`(?<![\p{L}])(npx [@\w./:-]*\w)`,
    ),
    city: first(
      text,
      String.raw`(?<![\p{L}])(?:aus|from|based in|(?:launches|lance|lanza|startet|opens|eröffnet|announces|presenta|présente) (?:[^.;,]|\.(?=\d)){2,40}? (?:in|à|en|a)) (?!January|February|March|April|June|July|August|September|October|November|December)(\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?)`,
      slug === 'press-release'
        ? String.raw`[,.] (\p{Lu}\p{L}+(?:[ -]\p{Lu}\p{L}+)?), (?=\d|\p{L}+ \d|contact|Kontakt)`
        : '(?!)',
    ),
    address: place,
    service:
      place ??
      first(
        text,
        String.raw`(?:[Gg]ame|[Aa]pp|[Ss]ervice|[Tt]ool|[Ww]ebsite|[Ss]hop|[Pp]latform|[Ee]xtension|[Pp]lugin|[Pp]odcast|[Nn]ewsletter|[Bb]log)(?: called| named|,)? ${called}`,
      ),
    product: versioned(
      first(
        text,
        String.raw`\b(?:version |v)?\d+\.\d+(?:\.\d+)? (?:of|von|de) ${called}`,
        String.raw`(?:[Gg]o(?:es|ing)? live with|[Ww]e make|[Ww]e sell|[Ww]e build|[Tt]ell (?:them|people) about|in our (?:app|tool|product|shop|service)|in unserer? (?:App|Tool|Shop)|dans notre (?:app|application|outil)|en nuestra (?:app|aplicación)|(?:launches|lance|lanza|startet|announces|annonce|anuncia)) ${called}`,
        slug === 'case-study'
          ? String.raw`(?:with|using|thanks to|dank|mit|avec|grâce à|con|gracias a) ${called}(?=[,.;]|$)`
          : '(?!)',
        String.raw`(?:[Nn]ame|[Cc]alled|[Nn]amed|[Nn]amens|heißt|appelée?|llamad[oa])(?: is|:)? (\p{L}[\p{L}\p{N}._-]*[\p{L}\p{N}])(?=[ ,.;]|$)`,
        String.raw`(?:[Ll]aunch plan|[Rr]elease notes|[Cc]hange ?log(?: entry)?|[Rr]eadme|README|[Oo]ne[- ]pager|[Ll]anding ?page|[Ww]hat's new|[Pp]lan de lanzamiento|[Pp]lan de lancement)(?: (?:for|of|about|in|von|für|pour|de|para))? (?:(?:my|our|the|app|tool|library|service|project|package|unsere?|notre|nuestr[oa]) )*${called}`,
        slug === 'pitch-one-pager' ? String.raw`: ${called}(?=,)` : '(?!)',
      ),
    ),
    company: first(
      text,
      String.raw`(?:[Ww]e are|[Ww]e're|[Ww]ir sind|[Nn]ous sommes|[Ss]omos) ${called}`,
      slug === 'meeting-agenda'
        ? String.raw`(?<![\p{L}])(?:[Mm]eet|[Mm]eeting|[Tt]reffen|avec|mit|con|with)(?: with)? ${called}`
        : '(?!)',
      String.raw`(?:[Rr]elease|[Pp]resse|[Pp]rensa|[Pp]ressemitteilung)(?:,| ?:) ${called} (?:\p{Ll}+s|eröffnet|gewinnt|startet|bringt|lance|ouvre|rachète|abre|gana|lanza)(?![\p{L}])`,
      String.raw`(?<![\p{L}])(?:I'm|I am|[Ii]ch bin|[Jj]e suis|[Ss]oy|from) \p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)? (?:from|at|of|von|bei|de|chez) ${called}`,
    ),
  };
}
