// fribidi for Swift, which does not import its constants.
#pragma once
#include <fribidi/fribidi.h>
#include <string.h>

// Joins the letters of `text`, a right-to-left paragraph, and reorders them to their visual order from the left. `map` receives the old
// index of each letter. `levels`, `types`, `brackets` and `joining` are buffers of the same count. Returns 0 if there is no memory.
static inline int fribidi_show(FriBidiChar *text, FriBidiStrIndex count, FriBidiStrIndex *map, FriBidiLevel *levels, FriBidiCharType *types,
                               FriBidiBracketType *brackets, FriBidiJoiningType *joining) {
    FriBidiParType direction = FRIBIDI_PAR_RTL;
    fribidi_get_bidi_types(text, count, types);
    fribidi_get_bracket_types(text, count, types, brackets);
    if (!fribidi_get_par_embedding_levels_ex(types, brackets, count, &direction, levels)) return 0;
    fribidi_get_joining_types(text, count, joining);
    fribidi_join_arabic(types, count, levels, joining);
    fribidi_shape(FRIBIDI_FLAGS_DEFAULT | FRIBIDI_FLAGS_ARABIC, levels, count, joining, text);
    for (FriBidiStrIndex place = 0; place < count; ++place) map[place] = place;
    return fribidi_reorder_line(FRIBIDI_FLAGS_DEFAULT, types, count, 0, direction, levels, text, map) != 0;
}
