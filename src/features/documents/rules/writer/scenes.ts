/** How people describe what happens to them without naming a paper, in plain small letters without accents; a number is how much it says. */
export const scenes: Record<string, [pattern: string, weight: number][]> = {
  'master-services-agreement': [
    [
      '(?:all|any|every) (?:future|coming|further) (?:work|jobs|projects|orders)|general (?:conditions|terms|rules) for (?:all|our|future)',
      11,
    ],
    ['(?:lots of|many|several|all the) (?:\\w+ )?(?:jobs|orders|projects)', 5],
    ['once and for all|terms? (?:only )?once', 6],
    [
      '(?:one|a|single) (?:general|common|basic|big) (?:contract|agreement)|each (?:project|job|order) (?:later|separately|on its own)|(?:many|several|all|future|repeated) (?:\\w+ ){0,2}(?:projects|jobs|orders)\\b.{0,60}(?:under|contract|rules|agree)|contract with the (?:general )?rules',
      11,
    ],
  ],
  'mutual-nda': [
    [
      '(?:both (?:sides|parties|companies|of us)|each other|one another)\\b.{0,40}(?:show|share|see|look|keep|open|tell|disclos|will|secret|code|data|plans)\\w*',
      6,
    ],
  ],
  'one-way-nda': [
    [
      '(?:must|may|can|should|shall)(?: ?not|n?.t)(?: ever)? (?:post|publish|share|talk|show|tell|say|copy|reveal|spread)\\b|unreleased|leaks?\\b',
      8,
    ],
    [
      'tells? (?:nobody|no one)|say nothing|mouth shut|nobody (?:may|can|must|should|else) (?:know|learn|hear)|not (?:pass|give|hand) (?:it|them|anything|this) (?:on|to)|niemandem|\\bnadie\\b',
      11,
    ],
  ],
  proposal: [
    ['convinc\\w+|how (?:we|i) (?:would|could|can) (?:do|solve|build|make|approach|help)', 8],
    [
      'show (?:them|him|her|the client) (?:our|a|the) (?:plan|idea|solution|approach)|(?:price|two|three) (?:price )?options',
      9,
    ],
    [
      '(?:what|how) we(?: would|.d| could) (?:build|do|make|solve|help|approach)|in which phases|(?:two|three|several) (?:variants|options)|\\btender\\b|convince\\b.{0,40}(?:client|customer|them)|win (?:the|this|their) (?:job|project|contract|client)',
      9,
    ],
  ],
  invoice: [
    [
      'what (?:he|she|they|it) (?:has|have|owes?) to pay|\\d+ [a-z]+ (?:at|x|a|zu|je|zu je|@) \\D?\\d[\\d.,]*',
      4,
    ],
    ['\\d+ (?:hours?|h|days?|pieces?|stunden|tage|heures|horas) (?:at|x|a|zu|@) ?\\D?\\d[\\d.,]*', 4],
    ['(?:has|have|gets?) .{0,14}(?:days?|weeks?|month) to pay', 6],
    [
      'want my money|get paid for|(?:finished|completed|done with) (?:the|my|our) (?:job|work)\\b.{0,60}(?:pay|money)|(?:have|has|need) to pay (?:me|us) for',
      8,
    ],
  ],
  'payment-reminder': [
    [
      'ignor\\w+ (?:our|my|the) (?:bill|invoice|letters?|reminders?)|since \\d+ (?:days|weeks|months)|for \\d+ (?:days|weeks|months) (?:now|already)',
      8,
    ],
    [
      '(?:open|outstanding|due) since|(?:pounds?|euros?|dollars?|eur|usd|gbp|chf|[€$£])\\b.{0,40}\\b(?:open|outstanding|late|since)\\b|(?:second|third|last|final|2nd|3rd) (?:letter|notice|warning)',
      8,
    ],
    [
      'wait\\w* for (?:my|our|the|their) (?:money|payment)|(?:days?|weeks?|months?) late|past due|no (?:money|payment)\\b.{0,20}(?:yet|so far|arrived|received|came)|forgot\\w* to pay|pay at last|(?:doesn.?t|does not|won.?t|didn.?t|did not) pay\\b|not (?:transferred|received)',
      9,
    ],
  ],
  'contractor-agreement': [
    [
      'will (?:\\w+ ){0,2}(?:paint|clean|repair|fix|renovate|cater|cook|teach|train|photograph|film|install|assemble|translate|build|design|program|draw)\\b',
      5,
    ],
    ['want it (?:on paper|in writing)|beauftrag\\w+', 3],
    ['works? for (?:us|me)\\b|(?:fix|clean|repair|shoot|install)e?s? .{0,30}for (?:me|us)\\b', 4],
  ],
  'statement-of-work': [
    ['list of what (?:we|i) deliver|what exactly (?:we|i|they) deliver|deliver\\w*, dates', 8],
  ],
  'offer-letter': [
    [
      'passed (?:all |the )*interviews?|days off\\b|we (?:chose|picked|decided (?:for|on)) .{0,40}\\bas\\b',
      7,
    ],
    [
      '(?:propuesta|oferta|carta) de (?:empleo|trabajo|contratacion) (?:para|a)(?= (?!una?\\b))|offre d.embauche|jobangebot',
      14,
    ],
    [
      '(?:got|gets|get|has) the job|(?:want|like) .{0,40} to (?:join us|start with us|work for us full)|give .{0,24} (?:the|a) job|permanent (?:position|contract|job|role)|employ\\w*\\b.{0,60}(?:salary|a year|probation)',
      9,
    ],
  ],
  'founder-agreement': [
    [
      'who (?:owns|gets|holds) (?:what|how much)|split (?:of )?(?:the |our )?(?:shares|company|equity|ownership)|(?:start|begin|found|open)\\w*\\b.{0,40}(?:company|startup|business|firm|shop|studio) (?:together|with (?:my|a) (?:friend|sister|brother|colleague|wife|husband|cousin|partner))|shareholders?',
      10,
    ],
  ],
  'termination-notice': [
    [
      'vertrag\\b.{0,50}\\b(?:beenden|auflosen|nicht verlangern)|mettre fin|poner fin|terminar el contrato',
      12,
    ],
    ['we (?:quit|are out|are leaving)\\b|(?:want|get) out\\b', 10],
    [
      '(?:end|stop|quit|leave|cancel)(?:s|ing)? (?:the|our|my|this|their) (?:\\w+ ){0,2}(?:contract|agreement|deal|subscription|membership|collaboration|cooperation)|get rid of (?:our|the|my)|walk away from',
      11,
    ],
  ],
  amendment: [
    [
      '(?:contract|agreement|deal)\\b.{0,40}\\b(?:says?|has|states?)\\b.{0,60}\\b(?:from|now|instead|but)\\b',
      8,
    ],
    [
      '(?:contract|agreement|deal)\\b.{0,90}\\b(?:but|instead|now|from)\\b.{0,40}\\b(?:shall|should|will|must|becomes?)\\b|runs? out\\b.{0,90}\\b(?:more|longer|extend)|same terms|(?:another|one more|half a) year more',
      9,
    ],
    [
      '(?:new|higher|lower|other) (?:price|rate|date|deadline|fee|term)s?\\b.{0,30}(?:existing|current|old|running|signed) (?:\\w+ )?(?:contract|agreement|deal)|(?:extend|prolong|lengthen)\\w* (?:the|our|an?) .{0,30}(?:contract|agreement)|instead of\\b.{0,50}(?:as agreed|in the contract|we agreed)',
      10,
    ],
  ],
  'data-processing-agreement': [
    [
      '(?:has|have|sees?|gets?|stores?|hosts?)\\b.{0,30}\\b(?:addresses|names|data|records)\\b.{0,110}\\b(?:contract|agreement|sign|gdpr|data protection)|data protection\\b.{0,60}\\b(?:contract|agreement) with',
      10,
    ],
    ['art(?:icle|ikel|\\.)? ?28', 12],
    [
      '(?:store|host|process|handle|see|keep|send|back up)\\w*\\b.{0,40}\\b(?:customer|client|personal|patient|employee|pupil|student|member|guest)s?.{0,3} (?:data|names|addresses|records|files|lists)',
      5,
    ],
  ],
  'privacy-policy': [
    ['tell (?:the |our |my )?(?:users|visitors|people|customers)\\b.{0,40}\\b(?:data|collect|cookies)', 10],
  ],
  'website-terms': [
    ['(?:conditions|terms) for (?:people|users|visitors|customers|members|everyone|everybody)\\b', 10],
    [
      'rules (?:for|of|everybody|everyone|that|people|users|members)\\b.{0,50}\\b(?:site|app|forum|community|marketplace|platform|sign|agrees?|accept)|what (?:users|members|people) (?:may|can|must|are allowed)|(?:agree|accept)\\w*\\b.{0,20}\\b(?:sign up|register|join)',
      11,
    ],
  ],
  'contributor-licence-agreement': [
    [
      '(?:outside|external|other) (?:developers|contributors|people)\\b.{0,60}\\b(?:patches|code|pull)|(?:patches|pull requests?|contributions?) (?:go|goes|get|gets|are|is) (?:into|merged|accepted)',
      11,
    ],
    ['before (?:i|we) merge|(?:send|submit)\\w* (?:us )?(?:code|patches|pull requests)', 9],
  ],
  'case-study': [
    ['how\\b.{2,40}\\b(?:saved?|saves|cut|cuts|doubled|grew|reduced|increased|switched|won)\\b', 9],
    [
      '(?:reference|success|customer|client|user) stor(?:y|ies)(?! for)|story (?:about|of|on)\\b|before and after|what (?:our|the|a) .{0,24}(?:customer|client) (?:achieved|got|saved|reached)|happy (?:customer|client)',
      12,
    ],
  ],
  'changelog-entry': [
    [
      'tell users what|what(?:.s| has| is)? (?:changed|new|different) (?:in|since|with)|new (?:version|release)\\b.{0,40}(?:tell|list|what)|list of changes|what we (?:fixed|changed|added)',
      10,
    ],
  ],
  'cold-email-sequence': [
    ['(?:never|not) heard of|introduc\\w+\\b.{0,80}\\bmails?', 11],
    [
      '(?:first|unsolicited|introduct\\w+|sales) (?:e-?mails?|mails?|messages?) to|(?:customers|clients|leads) (?:by|with|via|through) (?:e-?)?mails?|(?:few|three|four|five|series of|several|\\d) (?:\\w+ )?(?:e-?mails?|mails?|messages?) (?:in a row|to)',
      9,
    ],
  ],
  'content-calendar': [
    ['ideas for posts|posts? for\\b.{0,40}(?:weeks|months?|quarter)|what to (?:publish|post)', 10],
  ],
  'interview-script': [
    ['to (?:understand|learn|find out|hear) (?:more about |how|why|what|whether|if)', 8],
    [
      '(?:user|customer|market) research|talk\\w* (?:to|with)\\b.{0,40}\\b(?:learn|find out|ask)|ask (?:them|users|customers|people|my)|conversation guide|what .{0,20}(?:to|i|we) ask',
      9,
    ],
  ],
  'job-post': [
    [
      'we need an? (?:\\w+ ){1,4}(?:in|for our|at)\\b|(?:^|\\b)(?:cherche|recherche|buscamos|suche|gesucht)\\b',
      6,
    ],
    ['full[ -]time|part[ -]time|vollzeit|teilzeit|\\bcdi\\b|\\bcdd\\b|m/w/d|h/f|jornada completa', 4],
    [
      'applicants?\\b|who (?:wants to|can) apply|open (?:position|role|job)|(?:fill|advertise) (?:a|the|our) (?:position|role|job|post)',
      7,
    ],
  ],
  'landing-page-outline': [
    [
      '(?:gets?|convinc\\w*|makes?|turns?) (?:people|visitors|them) (?:to )?(?:try|buy|sign up|order|download|into)|front page',
      6,
    ],
    ['sections?\\b.{0,30}(?:home ?page|page|site)|home ?page\\b', 8],
  ],
  'launch-plan': [
    [
      'starts? selling (?:on|in)\\b|(?:steps?|tasks?|everything|list)\\b.{0,30}\\b(?:until|up to|before|by) (?:then|the (?:day|launch|start|opening))|(?:tasks?|steps?) (?:until|before)',
      7,
    ],
    ['comes? out (?:on|in)\\b|who does what|what do we do when|(?:release|launch|opening) (?:day|date)', 7],
    ['launch\\b|going live|go live|roll-?out|grand opening', 4],
    ['what (?:must|has to|needs to|should) (?:happen|be done) (?:before|until|by)', 7],
  ],
  'meeting-agenda': [
    [
      '(?<!had an? |had the |before (?:our|the|an?) )(?:call|meeting|session) with\\b|(?:mon|tues|wednes|thurs|fri)day.?s? (?:call|meeting)',
      8,
    ],
    [
      '\\d+ ?min\\w*\\b.{0,40}\\b(?:with|mit|avec|con)\\b|(?:with|mit|avec|con) (?:the|our|my) (?:board|team)\\b|reunion\\b|besprechung|sitzung',
      6,
    ],
    ['retrospective|what (?:do|should) we talk|talking points', 8],
  ],
  'newsletter-issue': [
    [
      'mailing\\b|(?:members|subscribers|customers|donors|readers|parents|clients) should (?:hear|know|read|learn)',
      8,
    ],
    [
      'tell (?:all )?(?:our|my|the) (?:\\w+ )?(?:donors|members|subscribers|readers|parents|guests|fans|customers)\\b',
      8,
    ],
    [
      'writ\\w* (?:every month |monthly |every week )?to (?:all )?(?:my|our|the) (?:customers|subscribers|members|readers|clients|parents|donors|guests|fans)\\b(?!.{0,20}(?:overdue|pay))|e?-?mail\\w* (?:to )?(?:all )?(?:my|our) (?:customers|subscribers|members|readers|clients)|(?:news|update) (?:to|for) (?:all )?(?:my|our|the)? ?(?:subscribers|members|readers|customers)',
      11,
    ],
  ],
  'onboarding-plan': [
    ['first (?:two|three|four|few|\\d+) (?:days|weeks)|first (?:day|week) (?:at|in|with)', 8],
    ['onboard\\w*(?! (?:suppliers|customers|clients|users|vendors))', 10],
    [
      '(?:starts?|joins?|begins?)\\b.{0,90}\\b(?:first (?:day|week|month)s?|what (?:he|she|they) (?:should|will|needs?|has to|must)|get to know|show (?:him|her|them)|settle in)',
      11,
    ],
  ],
  'post-mortem': [
    ['(?:was|were|went) (?:offline|unreachable|unavailable)|write it up|had (?:run out|expired)', 8],
    [
      '(?:nobody|no one|users?|customers?|people) (?:could(?:n.?t| not)?|was able|were able|had no) |what happened|without blam\\w+|blameless|rolled (?:it )?back|lessons learn\\w+',
      8,
    ],
  ],
  'press-release': [
    ['journalists?|newspapers?|the press|reporters?|the media|an die presse|la presse|la prensa', 8],
  ],
  'product-spec': [
    [
      'what (?:the|our|a) .{2,50} (?:has to|must|should|needs to|shall) (?:do|be able|support|offer|contain)',
      10,
    ],
    [
      'so (?:that )?(?:the|our|my) (?:team|developers?|devs|engineers?) (?:can|could|knows?)|(?:team|developers?|engineers?) (?:can|to|should) build',
      8,
    ],
    ['requirements? (?:for|of)|(?:describe|define|specify)\\b.{0,40}(?:feature|function)', 8],
  ],
  readme: [
    ['(?:npm|pip|cargo|python|rust|node|go|ruby|php) (?:package|library|module|crate|gem)', 7],
    ['git ?hub\\b', 9],
    [
      '(?:my|the|our) (?:git ?)?(?:hub )?repo\\w*|front page of (?:the|my) (?:repo|project)|people (?:find|open|see) (?:my|the|our) (?:library|package|repo|project)',
      8,
    ],
  ],
  sop: [
    ['every step|how do we \\w+|for the (?:office|new|whole) (?:team|staff)', 7],
    [
      'how we \\w+|wie wir|comment (?:on|nous)|como (?:hacemos|se hace)|(?:new|other) (?:staff|people|colleagues|employees) (?:can|know|should)|checklist|anleitung',
      6,
    ],
    [
      '(?:team|staff|everybody|everyone|they|people)\\b.{0,12}(?:forgets?|does it differently|do it differently)|the same way|written procedure|how to (?:close|open|handle|process|ship|pack|back ?up|restock|clean)\\b',
      9,
    ],
  ],
  'user-stories': [['what (?:users|people|customers) (?:want|should be able|need) to do|tickets for', 7]],
  retainer: [
    [
      '\\d ?(?:\\w+ )?(?:a|per|each|every) month\\b.{0,90}\\b(?:hours?|questions|support|maintain|look after|on call|help)',
      8,
    ],
  ],
  'saas-agreement': [
    [
      'subscribes? to our|our (?:\\w+ )?(?:software|platform|app|tool)\\b.{0,60}\\b(?:a|per) (?:month|year|user|seat)',
      8,
    ],
  ],
  'ip-assignment': [
    ['take\\w* over\\b.{0,60}\\b(?:code|domain|rights|designs?|app|software|brand|logo)', 10],
  ],
};
