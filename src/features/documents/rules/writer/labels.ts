import type { Field } from '../template/template.ts';
import { pattern } from './plain.ts';

/** The words under which people hand over an answer: "topic: pricing", "readers are tenants", "Company Vaartwerk". */
const labels: Record<string, string> = {
  name: 'project|projekt|projet|proyecto|name',
  address: 'code (?:lives |is )?at|repo|repository|url|site|website',
  customer: 'customer|client|kunde|kundin|cliente',
  product: 'product|produkt|produit|producto|tool|app|name|project|service',
  company: 'company|employer|firma|unternehmen|entreprise|société|empresa',
  audience:
    'audience|readers?|viewers?|listeners|followers|users|people|for whom|zielgruppe|leser|nutzer|public|lecteurs|público|lectores|target(?: group| customers?| audience| users)?',
  topic: 'topics?|subject|theme|themen|thema|sujets?|thèmes?|temas?|asunto|feature',
  goal: 'goal|aim|objective|ziel|objectif|objetivo',
  channel: 'channel|kanal|canal',
  contact: 'contact|kontakt|contacto',
  manager: 'reports? to|manager|boss|vorgesetzter?|berichtet an',
  role: 'role|position|job title|stelle|poste|puesto',
  city: 'city|ville|ciudad|location',
  cause: 'cause|reason|root cause|ursache|grund|causa',
  impact: 'impact|effect|auswirkung|conséquence|impacto',
  fixed: 'fix|fixed by|solution|lösung|solved by|resolved by',
  told: 'customers were told|we told (?:customers|users|them)(?: that)?|told (?:customers|users)(?: that)?',
  before: 'before|vorher|avant|antes',
  result: 'result|outcome|ergebnis|résultat|resultado|now',
  earns: 'business model|revenue|it earns|we earn|earns',
  team: 'team|equipo|équipe',
  rivals: 'competitors?|rivals?|alternatives?|konkurrenz|concurrents|competencia',
  benefit: 'benefit|promise|nutzen|versprechen|avantage|bénéfice|beneficio',
  problem: 'problem|pain|trouble|problème|problema',
  traction: 'traction|so far|bisher',
  proof: 'proof|evidence|testimonial|beweis|preuve|prueba',
  gift: 'gift|giveaway|freebie|lead magnet|geschenk|cadeau|regalo',
  install: 'install|installation|installed with|installed by|installieren|instalación',
  officer: 'data protection officer|dpo|datenschutzbeauftragte[rn]?|délégué à la protection des données',
  excluded: 'not included|excluded|excluding|not part of it|nicht enthalten|non compris|no incluye',
  begin: '(?:can|could|we|work) (?:begin|start)s?|beginn|début|inicio',
  supportHours: 'support',
  situation: 'situation|today they',
  needs: 'we need from (?:them|you)',
  idea: 'idea|idee|idée',
  reason: 'reason|grund|raison|motivo|razón',
};

const verb = String.raw`(?: is| are| was| will be| ist| sind| war| est| sont| sera| es| son| será|:| =)`;
const value = String.raw`((?:[^,.;:!?()]|[.:](?=\S)|,(?=\d)){2,180}?)(?=\s*(?:[;!?()]|,|[.:](?:\s|$)|$| - ))`;
const proper = String.raw`(\p{Lu}[\p{L}\p{N}&'-]*(?: (?:\p{Lu}[\p{L}\p{N}&'-]*|\d+(?:\.\d+)*)){0,4})`;

/** What a clause says without a label: by its verb or by how it joins the sentence. */
const told: Record<string, string[]> = {
  breaking: [
    String.raw`(?:^|[,;:.] )(?:and |but |that |note that )?([^,;:.]{2,80}? (?:no longer|not any ?more|doesn't|don't|is gone|are gone|(?:is|are|was|were|has been|have been) (?:removed|dropped|renamed|replaced))[^,;.]{0,80})`,
    String.raw`(?:removes|removed|drops|dropped|breaking(?: change)?:?) ([^,;.]{3,120})`,
  ],
  impact: [
    String.raw`(?:^|[,;:.] )(?:and |so )?((?:about |some |around |over |nearly |all |\d[\d.,]* |many |several |most |no )*(?:[\p{L}-]+ ){0,2}?(?:customers?|users?|people|orders?|clients?|visitors?|shops?|members?|nobody|payments?|invoices?|kunden|nutzer|clientes|clients|usuarios|utilisateurs)(?: \p{L}+){0,2}? (?:got|could|couldn't|were|was|lost|had|saw|failed|missed|did|didn't|konnten|pudieron|ont|n'ont)[^,;.]{0,90})`,
  ],
  fixed: [
    String.raw`(?:fixed|solved|resolved|repaired|mended|behoben|réparé|resuelto)(?: it)?(?: by| with| after| durch| en)? ((?!on |at |in )[^,;.]{4,120})`,
    String.raw`(?:^|[,;.] )(?:and )?((?:restored|restarted|rolled back|renewed|reverted|switched)[^,;.]{2,100})`,
    String.raw`(?:^|[,;.] )(?:and )?((?:we|i) (?:restarted|rolled|renewed|restored|switched|replaced|reverted|moved|added|patched|rebooted|freed)[^,;.]{2,100})`,
  ],
  told: [
    String.raw`(?:[Ww]e )?(?:told|informed|wrote to) (?:the |our |all )?(?:customers|users|clients|them)(?: that)? ([^,;.]{4,120})`,
  ],
  traction: [
    String.raw`(?:^|[,;:.] )((?:over |about |already )?\d[\d.,]* (?:[\p{L}-]+ ){1,3}(?:use|trust|love|rely on|run on|pay for|work with|nutzen|utilisent|usan) [^,;.]{2,80})`,
    String.raw`(?:^|[,;:.] )(?:(?:and|with|we have|we've|already|has|it has|got|mit|avec|con) )*((?:about |over |around |\d)[\d.,]*k?\+? (?:[\p{L}-]+ ){0,2}?(?:users?|customers?|clients?|sign-?ups|subscribers|downloads|installs|shops|companies|teams|restaurants|schools|pilots?|orders|nutzer|kunden|utilisateurs|usuarios|clientes)(?: waiting| on the waiting list| running| live| signed| paying)?)(?: so far| already| today| bisher)?(?=[,;.]|$)`,
    String.raw`(?:^|[,;:.] )((?:[$€£] ?)?\d[\d.,]*k? ?(?:€|\$|£|eur|usd|euros?|dollars?)? (?:mrr|arr|revenue|in sales|of revenue|umsatz)[^,;.]{0,40})`,
  ],
  proof: [
    String.raw`(?:^|[,;:.] )((?:over |about |already )?\d[\d.,]* (?:[\p{L}-]+ ){1,3}(?:use|trust|love|rely on|run on|pay for|work with|nutzen|utilisent|usan) [^,;.]{2,80})`,
  ],
  goal: [
    String.raw`(?:so that|so (?=they|people|users|more)|damit|pour que|para que|in order to|the goal is to|aim is to|to get (?=more|people|them)) ?([^,;.]{4,120})`,
  ],
  does: [
    String.raw`(?<![\p{L}])(?:[Ii]t(?:'s| is)|[Tt]his is|[Ee]s ist|[Cc]'est|[Ee]s) (?:an? |eine? |une? |una? )?((?!for |called |licensed |under |on |by |in |what )[^,;.]{4,140})`,
    String.raw`(?:(?<![\p{L}])(?:[Ii]t|[Tt]hey|[Ww]e|which|that|who)|,) ((?:split|merge|count|draw|draft|book|plan|teach|design|brew|bake|scan|search|test|log|print|load|map|copy|resize|rename|detect|serve|back|build|make|sell|parse|convert|read|write|send|track|help|run|turn|generate|check|sync|render|compress|validate|format|manage|develop|produce|deliver|provide|offer|queue|cache|watch|store|fetch|extract)s? [^,;.]{4,120})`,
    String.raw`,? (?:an?|eine?|une?|una?) ((?:[\p{Ll}-]+ ){0,3}(?:library|tool|cli|package|parser|framework|server|client|plugin|wrapper|app|bibliothek|werkzeug|bibliothèque|outil|biblioteca|herramienta|crate|module|script)[^,;.]{0,100})`,
  ],
  problem: [
    String.raw`(?:^|[,;:.] )(?:because |since |as |that |weil )?((?:they|users|people|customers|(?:[\p{L}-]+ ){0,2}[\p{L}-]+s) (?:keep|always|often|lose|waste|struggle|forget|can't|cannot|have to|spend|hate|don't|never|still)[^,;.]{3,110})`,
  ],
  payment: [String.raw`(\d{1,3} ?% (?:on|at|up ?front|now|with|before|in advance|bei|à la|al)[^;.]{3,120})`],
  before: [String.raw`[Bb]efore(?: that| it| this)?,? ((?:they|the|he|she|it|we|their)[^,;.]{4,110})`],
  result: [
    String.raw`how \p{Lu}[\p{L}\p{N}&' -]*? ((?:cut|saved|doubled|tripled|reduced|increased|grew|halved|dropped|went|got|won|stopped)[^,;.]{3,100}?)(?= with \p{Lu}| using| thanks|[,;.]|$)`,
    String.raw`(?:^|[,;:.] )(?:and |now |since then |today )*((?:they |it |he |she |the \p{L}+ |[\p{Lu}][\p{L} ]+ )?(?:now |has |have )?(?:cut|cuts|saved?|saves|doubled?|doubles|tripled?|reduced?|increased?|grew|halved|dropped|went from|need only|needs? only|spend only|gained|earned)[^,;.]{4,110})`,
    String.raw`[Nn]ow(?: it(?:'s| is)| they)? ([^,;.]{4,100})`,
  ],
  benefit: [
    String.raw`((?:helps? (?:them|you|people|users)(?: to)?|lets (?:them|you|people|users)|they (?:can|save|get|never|no longer)|hilft|aide à|ayuda a) [^,;.]{4,110})`,
  ],
  begin: [
    String.raw`(?:[Cc]an|[Cc]ould|[Ww]ill|[Ww]ould|[Ww]e) (?:begin|start|be started) ((?!work|with)[^,;.]{3,60})`,
    String.raw`(?:starten|beginnen|anfangen|commencer|empezar) (?:können wir |wir )?((?:ab|am|im|le|el|en|dès)[^,;.]{3,60})`,
  ],
  supplied: [
    String.raw`(?:done|delivered|performed|supplied|provided|work|services|geliefert|geleistet|erbracht|effectués?|realizad[oa]s?)(?: work)? (?:in|during|on|im|am|en|le|el) ((?:\d{1,2}\.? )?\p{L}{3,12} \d{4})`,
  ],
  excluded: [
    String.raw`(?:does not include|doesn't include|not including|not included are|without|ohne|sans|sin) ((?!vat|tax|the |consent|mwst|tva|iva)[^,;.]{4,80})`,
  ],
  purpose: [
    String.raw`(?:to|um|pour|para|can) ((?:discuss|evaluate|explore|look at|consider|talk about|test|plan|prepare|assess|see whether|check whether|find out|work on|develop|build|negotiate|décider|discuter|évaluer|evaluar|hablar de)[^,;.]{3,120})`,
    String.raw`(?:about|regarding|concerning|über|concernant|sobre|in order to|purpose is) ((?!it\b|them\b|this\b|that\b|anything)[^,;.]{4,120})`,
  ],
  bonus: [
    String.raw`((?:\d+ ?% |up to |yearly |annual )+(?:of )?bonus[^,;.]{0,60})`,
    String.raw`[Bb]onus(?: of| is|:)? ([^,;.]{2,80})`,
  ],
  benefits: [
    String.raw`(?:plus|with|also|and|includes?|including|mit|avec|con) ((?:an? |the )?(?:[\p{L}-]+ ){0,3}(?:insurance|laptop|car|gym|lunch|pension|ticket|bike|phone|childcare|budget|401k|mutuelle|seguro)[^,;.]{0,60})`,
  ],
  reason: [String.raw`(?:because|weil|parce que|car|porque) ([^,;.]{4,120})`],
  handover: [
    String.raw`((?:return|hand over|send back|give back|delete|zurückgeben|restituer|devolver) [^,;.]{4,100})`,
  ],
};

/** Answers in words, for the questions that take words: first what stands under its label, then what a clause says by itself. */
export function worded(fields: Iterable<Field>, text: string): [name: string, said: string][] {
  return [...fields].flatMap(({ name, kind }): [string, string][] => {
    if (kind.type !== 'text' && kind.type !== 'longtext') return [];
    const label = labels[name]?.replace(
      /(^|\|)(\p{Ll})/gu,
      (_, bar: string, letter: string) => `${bar}[${letter.toUpperCase()}${letter}]`,
    );
    const sources = [
      ...(label
        ? [
            `(?<![\\p{L}])(?:${label})(?:${verb} (?:the |our |die |der |das |les? |la |el )?${value}|${kind.type === 'text' ? `,? ${proper}` : '(?!)'})`,
          ]
        : []),
      ...(told[name] ?? []),
    ];
    for (const source of sources) {
      const found = pattern(source, 'u').exec(text)?.slice(1).find(Boolean)?.trim();
      if (found) return [[name, found]];
    }
    return [];
  });
}
